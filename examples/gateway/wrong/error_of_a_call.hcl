function "service_port" {
  params = [offset]
  result = 9000 + offset
}

upstream "web" {
  host = "web"
  port = service_port("one")
}

workers = upstream.web.port
