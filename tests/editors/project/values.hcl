locals {
  base  = 8000
  names = ["web", "db"]
}

ports = [for n in [1, 2] : local.base + n]
idle  = "${local.base / 250}s"

dynamic "server" {
  for_each = local.names
  labels   = [server.value]
  content {
    host = "${server.value}.internal"
    port = local.base + server.key
  }
}
