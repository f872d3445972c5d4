pool "web" {
  balance  = "least-loaded"
  backends = [{ host = "a example" }]
}

pool "api" {
  balance   = "round_robin"
  backends  = [{ host = "a.example", port = 8080 }]
  min_ready = 2
}
