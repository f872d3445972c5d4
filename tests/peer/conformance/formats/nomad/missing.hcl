job "web" {
  group "web" {
    service {}
    task "server" {
      config {
        image = "nginx"
      }
    }
  }
}
