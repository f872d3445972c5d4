log_level = "debug"

server "admin" {
  listen = "127.0.0.1:9191"
}
