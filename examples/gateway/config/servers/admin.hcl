server "admin" {
  listen = "127.0.0.1:9090"

  route "/" {
    target = "fallback"
    limit  = 5
  }
}
