# A configuration with one error in almost every block.

include {
  files = ["tls.hcl", "missing.hcl"]
}

workers  = 0
loglevel = "info"
drain    = "30 ticks"

listener "tcp" "public" {
  address = "0.0.0.0:443"
  tls     = "egde"
}

listener "upd" "dns" {
  address = "0.0.0.0:53"
}

admin {
  token      = substr(secrets.admin, 0, 4)
  token_file = "/run/token"
  allow      = ["10.0.0.0/8"]
}

dynamic "upstream" {
  for_each = services
  iterator = service
  labels   = [service.key]

  content {
    balance = "fastest"
    ports   = { first = service.value.port, last = service.value.port - service.value.subnet }

    server {
      address = "10.1.${service.value.subnet}.1"
      weight  = service.value.replicas - 1
    }

    health {
      type     = "https"
      interval = "2s"
    }
  }
}

upstream "static" {
  ports = { first = 8000, last = 8099 }
}

route "api" {
  upstream = "apj"
  when     = startswith(request.path, "/api/") && "yes"
}

route "rest" {
  upstream = "web"
  when     = "sometimes"

  retry {
    attempts = 300
  }
}
