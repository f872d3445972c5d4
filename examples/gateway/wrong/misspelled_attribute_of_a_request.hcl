server "public" {
  listen = "0.0.0.0:80"
  route "/" {
    target = "web"
    when   = request.metod != "TRACE"
  }
}

upstream "web" {
  host = "web"
  port = 80
}
