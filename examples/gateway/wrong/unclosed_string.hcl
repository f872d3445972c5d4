upstream "web" {
  host = "web
  port = 80
}

workers = upstream.web.port
