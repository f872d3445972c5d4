server "public" {
  listen = "0.0.0.0:80"
  route "/" {
    target = "web"
    retry  = { attemps = 3 }
  }
}
upstream "web" {
  host = "web"
  port = 80
}
