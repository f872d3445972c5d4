upstream "web" {
  host = null
  port = 80
}
