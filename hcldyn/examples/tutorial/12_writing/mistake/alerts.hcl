dynamic "alert" {
  for_each = { disk = 10, memory = 20 }
  labels   = [alert.key]
  content {
    when = free < alert.value
  }
}
