variable "host" {
  type = string
}

data "address" "of_host" {
  host = var.host
}

output "address" {
  value = "${var.host} is ${data.address.of_host}"
}
