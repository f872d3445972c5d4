variable "region" {
  type = string
}

function "port" {
  params = [offset]
  result = 9000 + ofset
}

upstream "web" {
  host = "web.${var.regoin}"
  port = port(1)
}

upstream "fallback" {
  host = upstream.web.host
  port = upstream.web.port + 1
}

route "/" {
  target = "web"
  when   = request.metod == "GET"
}
