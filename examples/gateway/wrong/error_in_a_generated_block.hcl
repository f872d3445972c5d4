dynamic "upstream" {
  for_each = { web = 80, api = 81 }
  labels   = [upstream.key]
  content {
    host = upstream.kye
    port = upstream.value
  }
}
