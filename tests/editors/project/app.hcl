name = "shop"

service "web" {
  port = "eighty"
  sise = "small"
}
