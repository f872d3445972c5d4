group "default" {
  targets = ["app", "wbe"]
}

target "app" {
  tags = ["app"]
}

target "web" {}
