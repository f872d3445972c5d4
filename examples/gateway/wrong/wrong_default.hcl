variable "port" {
  type    = number
  default = "http"
}

upstream "web" {
  host = "web"
  port = var.port
}

workers = var.port
