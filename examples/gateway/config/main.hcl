# A gateway in front of several services. Other files have the variables and the servers.

include {
  files = ["variables.hcl", "servers/*.hcl"]
}

workers = max(2, length(var.services))

function "service_port" {
  params = [offset]
  result = 9000 + offset
}

locals {
  domain = "${lower(var.region)}.example.org"
}

upstream "web" {
  host    = "web.${local.domain}"
  port    = service_port(1)
  timeout = "2s"
}

# The fallback is one port above the service.
upstream "fallback" {
  host = upstream.web.host
  port = upstream.web.port + 1
}

dynamic "upstream" {
  for_each = var.services
  labels   = [upstream.key]
  content {
    host  = "${upstream.key}.${local.domain}"
    port  = service_port(upstream.value)
    token = var.token
  }
}
