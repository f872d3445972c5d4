pool "web" {
  balance  = "least_loaded"
  backends = [{ host = "a.example" }]
}
