variable "port" {
  default = 80
}

variable "port" {
  default = 81
}

workers = var.port
