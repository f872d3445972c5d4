server "public" {
  listen = "0.0.0.0"
}
