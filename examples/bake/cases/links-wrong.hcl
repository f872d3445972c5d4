target "default" {
  contexts = {
    base = "target:base"
  }
}

target "base" {
  contexts = {
    app = "target:default"
  }
}
