variable "region" {
  default = "europe"
  validation {
    condition     = length(var.region) == 2
    error_message = "A region has two letters."
  }
}

upstream "web" {
  host = var.region
  port = 80
}
