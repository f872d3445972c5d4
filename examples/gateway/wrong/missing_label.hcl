server {
  listen = "0.0.0.0:80"
}
