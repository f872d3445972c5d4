upstream "web" {
  timeout = "10s"
}
