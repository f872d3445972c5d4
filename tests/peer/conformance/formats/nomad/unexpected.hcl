job "web" {
  datacenter  = ["eu1"]
  datacenters = ["eu1"]
  group {
    task "server" "b" {
      driver = "docker"
    }
  }
}
