dynamic "upstream" {
  for_each = 3
  labels   = [upstream.key]
  content {
    host = upstream.key
    port = 80
  }
}
