spec "app.hcldec" {
  files = ["app.hcl"]
}
