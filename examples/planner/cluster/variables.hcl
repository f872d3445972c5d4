variable "region" {
  type = string
}

variable "disks" {
  type    = map(number)
  default = { system = 20, data = 100 }
}

variable "password" {
  type      = string
  sensitive = true
}
