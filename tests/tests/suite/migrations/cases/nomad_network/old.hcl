job "shop" {
  group "web" {
    count = 2

    task "server" {
      driver = "docker"

      resources {
        cpu = 500 # MHz

        # The balancer finds this port.
        network {
          mbits = 10

          port "http" {
            static = 8080
          }
        }
      }
    }
  }
}
