upstream "web" {
  host = "web"
  port = 80

workers = 2
