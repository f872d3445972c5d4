upstream "web" {
  host = "web"
  port = 70000
}

workers = upstream.web.port
