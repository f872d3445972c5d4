variable "region" {
  type    = string
  default = "EU"
  validation {
    condition     = length(var.region) == 2
    error_message = "A region has two letters."
  }
}

variable "services" {
  type    = map(number)
  default = { users = 10, orders = 11, files = 12 }
}

variable "token" {
  type      = string
  default   = null
  sensitive = true
}
