# Eight typical mistakes.

variable "image" {
  default = "redis:8"
}

job "cache" {
  datacenter = ["eu1"]
  type       = "services"

  group "cache" {
    count = -1

    network {
      port "db" {
        static = 6379
      }
    }

    meta = { owner = "shop" }
    meta {
      owner = "search"
    }

    task "redis" {
      config {
        image = var.imgae
        args  = ["--bind", "${NOMAD_IP_db}"]
      }

      resource {
        cpu = 100
      }

      service {
        port = "db"
        check {
          type     = "tcp"
          interval = "10 seconds"
          timeout  = "2s"
        }
      }
    }
  }
}
