route "small" {
  when = request.size < limit
  tag  = { free = limit - request.size }
}

dynamic "route" {
  for_each = ["admin", "docs"]
  labels   = [route.value]
  content {
    when = startswith(request.path, "/${route.value}/")
    tag  = "${request.path} is served by ${route.value}"
  }
}
