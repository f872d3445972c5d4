rule "ssh" {
  port = 22
}

dynamic "rule" {
  for_each = { dns = 53, https = 443 }
  labels   = [rule.key]

  content {
    port     = rule.value
    protocol = rule.key == "dns" ? "udp" : "tcp"
  }
}
