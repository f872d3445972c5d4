# A reverse proxy at the edge: its listeners, its upstreams and its interface for administrators.
# Routes and TLS are in files of their own.

include {
  files = ["routes.hcl", "tls.hcl"]
}

threads   = 4
log_level = "info"
drain     = "30s"

listener "tcp" "public" {
  address = "0.0.0.0:443"
  tls     = "edge"
}

listener "tcp" "metrics" {
  address = "127.0.0.1:9100"
  idle    = "5m"
}

listener "unix" "local" {
  path = "/run/edge.sock"
}

admin {
  token = secrets.admin
  allow = ["10.0.0.0", "127.0.0.1"]
}

# One for each service that the deployment knows.
dynamic "upstream" {
  for_each = services
  iterator = service
  labels   = [service.key]

  content {
    balance = try(service.value.balance, "round_robin")
    ports   = { first = service.value.port, last = service.value.port + service.value.replicas - 1 }

    dynamic "server" {
      for_each = range(service.value.replicas)

      content {
        address = "10.1.${service.value.subnet}.${server.value + 10}"
        weight  = server.key == 0 ? 1.5 : 1
      }
    }

    health {
      type     = "http"
      path     = "/healthz"
      interval = "2s"
    }
  }
}

upstream "static" {
  server {
    address = "10.9.0.1"
  }

  ports = { first = 8000, last = 8099 }

  health {
    type = "tcp"
  }
}
