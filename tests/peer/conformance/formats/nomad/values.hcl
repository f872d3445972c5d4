job "web" {
  datacenters = "eu1"
  priority    = "high"
  group "web" {
    count = missing
    service {
      check {}
      check {}
      check {}
    }
  }
}
