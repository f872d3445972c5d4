function "service_port" {
  params = [offset]
  result = 9000 + ofset
}

upstream "web" {
  host = "web"
  port = service_port(1)
}

workers = service_port(2)
