log {
  level = "info"
}

server "web" {
  port = 80

  route "/docs" {
    folder = "/srv/docs"
  }
  route "/" {
    folder = "/srv/web"
  }
}

server "api" {
  port = 8080
}
