upstream "web" {
  host = "web"
}

upstream "fallback" {
  host = "fallback"
  port = upstream.web.port + 1
}
