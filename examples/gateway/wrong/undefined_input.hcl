variable "region" {
  default = "eu"
}

locals {
  zone = upper(var.regoin)
  host = "${local.zone}.example.org"
}

upstream "web" {
  host = local.host
  port = length(local.zone)
}
