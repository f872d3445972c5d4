upstream "web" {
  host    = "web"
  port    = 80
  timeout = "1 fortnight"
}
