service "web" {
  image = { name = "acme/web", tag = "2.0" }
}

service "web" {
  image = { name = "acme/web-canary", tag = "2.1" }
}
