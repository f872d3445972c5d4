upstream "web" {
  host = replace("a.b", ".")
  port = 80
}
