upstream "web" {
  host = "web"
  port = 80
}

upstream "web" {
  host = "other"
  port = 81
}

workers = upstream.web.port
