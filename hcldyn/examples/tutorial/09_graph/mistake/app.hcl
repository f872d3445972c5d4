service "api" {
  host = "api.${local.domian}"
  port = service.web.port + 1
}

service "web" {
  host = "web.${local.domain}"
  port = service.api.port + 1
}

locals {
  domain = "${var.zone}.example"
}

variable "zone" {
  type = string
}
