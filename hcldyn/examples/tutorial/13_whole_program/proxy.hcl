include {
  files = "routes.hcl"
}

variable "region" {
  type = string
}

variable "services" {
  default = { users = 10, orders = 11 }
}

locals {
  domain = "${lower(var.region)}.example.org"
}

function "port" {
  params = [offset]
  result = 9000 + offset
}

upstream "web" {
  host = "web.${local.domain}"
  port = 80
}

upstream "fallback" {
  host = upstream.web.host
  port = upstream.web.port + 1
}

dynamic "upstream" {
  for_each = var.services
  labels   = [upstream.key]
  content {
    host = "${upstream.key}.${local.domain}"
    port = port(upstream.value)
  }
}
