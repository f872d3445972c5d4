job "report" {
  datacenters = ["eu1"]
  type        = "batch"
  periodic {
    cron = "@daily"
  }
  group "report" {
    service {
      port = 80
    }
    task "run" {
      driver = "exec"
      resources {
        memory = 10.5
      }
    }
  }
}
job "empty" {
  datacenters = []
}
