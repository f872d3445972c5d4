log "info" {}

server "web" {
  port = 80

  rout "/" {
    folder = "/srv/web"
  }
}

server {
  port = 8080
}
