variable "port" {
  type = number
}

workers = var.port
