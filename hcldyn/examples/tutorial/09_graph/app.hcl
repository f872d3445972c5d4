output "address" {
  value = "http://${service.web.host}:${service.web.port}"
}

service "api" {
  host = "api.${local.domain}"
  port = service.web.port + 1
}

service "web" {
  host = "web.${local.domain}"
  port = var.first_port
}

locals {
  domain = "${var.zone}.example"
}

variable "zone" {
  type = string
}

variable "first_port" {
  default = 8080
}
