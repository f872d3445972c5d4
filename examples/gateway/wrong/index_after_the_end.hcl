locals {
  names = ["a", "b"]
  third = local.names[2]
}

upstream "web" {
  host = local.third
  port = 80
}
