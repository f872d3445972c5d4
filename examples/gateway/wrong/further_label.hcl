server "public" "edge" {
  listen = "0.0.0.0:80"
}
