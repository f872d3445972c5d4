rename "storage" {
  from = "backend"
  to   = "storage"
}

rename "ha" {
  from = "ha_backend"
  to   = "ha_storage"
}
