job "web" {
  datacenters = [for z in zones : "eu-${z}"]
  region      = "europe"
  priority    = 40 + 30
  meta = {
    owner = "shop"
    level = 3
  }
  constraint {
    attribute = "$${attr.kernel.name}"
    operator  = "="
    value     = "linux"
  }
  constraint {
    distinct_hosts = true
  }
  update {
    max_parallel     = 2
    canary           = 1
    auto_revert      = "true"
    healthy_deadline = "5m"
  }
  group "web" {
    count = 3
    network {
      mode = "bridge"
      port "http" {
        to = 8080
      }
      port "metrics" {
        static = 9100
      }
    }
    service {
      name = "web"
      port = "http"
      tags = ["v1", image]
      check {
        type     = "http"
        path     = "/health"
        interval = "10s"
        timeout  = "2s"
      }
    }
    volume "data" {
      type      = "host"
      source    = "data"
      read_only = false
    }
    task "server" {
      driver = "docker"
      config {
        image = image
        args  = ["--listen", "$${NOMAD_PORT_http}"]
      }
      env = {
        WORKERS = 4
        HOME    = "/srv"
      }
      resources {
        cpu    = 500
        memory = 256
      }
      template {
        data        = <<-TEXT
          image = ${image}
            zones = ${zones[0]}
          TEXT
        destination = "local/web.conf"
      }
      volume_mount {
        volume      = "data"
        destination = "/data"
      }
      volume_mount {
        volume      = "data"
        destination = "/backup"
      }
    }
  }
}
