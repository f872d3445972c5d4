tls "edge" {
  min_version = "1.3"

  acme {
    email   = "ops@example.com"
    domains = [for name in ["www", "api"] : "${name}.${domain}"]
  }
}

tls "old" {
  files {
    certificate = "/etc/edge/old.pem"
    key         = "/etc/edge/old.key"
  }
}
