server "public" {
  listen = "0.0.0.0:80"
  route "/" {
    target = "web"
    when   = reqest.method != "TRACE"
  }
}

upstream "web" {
  host = "web"
  port = 80
}
