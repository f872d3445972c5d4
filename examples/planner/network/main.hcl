variable "network_numbers" {
  type = list(number)
}

variable "base_network_addr" {
  type    = string
  default = "10.0.0.0/8"
}

locals {
  network_blocks = {
    for x in var.network_numbers:
    x => cidrsubnet(var.base_network_addr, 8, x)
  }
}

resource "cloud_subnet" "example" {
  for_each = local.network_blocks

  cidr_block = each.value
}

output "subnet_ids" {
  value = cloud_subnet.example[*].id
}
