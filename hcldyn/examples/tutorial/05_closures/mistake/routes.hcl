route "small" {
  when = request.sise < limit
}
