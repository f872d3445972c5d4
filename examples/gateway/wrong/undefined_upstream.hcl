upstream "web" {
  host = "web"
  port = 80
}

upstream "fallback" {
  host = upstream.wbe.host
  port = 81
}
