# All blocks are valid, but refer to undefined names.

listener "tcp" "public" {
  address = "0.0.0.0:443"
  tls     = "egde"
}

tls "edge" {
  files {
    certificate = "/etc/edge/edge.pem"
    key         = "/etc/edge/edge.key"
  }
}

upstream "api" {
  ports = { first = 9000, last = 9003 }

  server {
    address = "10.1.4.10"
  }
}

route "api" {
  upstream = "apj"
}
