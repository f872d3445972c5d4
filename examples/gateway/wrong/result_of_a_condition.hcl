server "public" {
  listen = "0.0.0.0:80"
  route "/" {
    target = "web"
    when   = request.size
  }
}

upstream "web" {
  host = "web"
  port = 80
}
