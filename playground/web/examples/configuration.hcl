variable "domain" {
  type    = string
  default = "example.com"
}

variable "workers" {
  type    = number
  default = 2
}

locals {
  hosts = ["www.${var.domain}", var.domain]
  base  = 9000
}

region = "eu"

server "www" {
  port  = 443
  size  = "large"
  hosts = local.hosts
}

# One server for each worker.
dynamic "server" {
  for_each = range(var.workers)
  labels   = ["worker-${server.value}"]
  content {
    port  = local.base + server.value
    hosts = ["worker-${server.value}.${var.domain}"]
  }
}
