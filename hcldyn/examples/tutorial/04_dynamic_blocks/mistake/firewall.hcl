dynamic "rule" {
  for_each = { dns = 53, https = 443 }
  labels   = [rule.key]

  content {
    port = rule.value * 1000
  }
}
