server "public" {
  listen = "0.0.0.0:80"
  route "/" {
    target = "wbe"
  }
}

upstream "web" {
  host = "web"
  port = 80
}
