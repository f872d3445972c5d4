dynamic "upstream" {
  for_each = ["web"]
  labels   = [upstream.value]
}
