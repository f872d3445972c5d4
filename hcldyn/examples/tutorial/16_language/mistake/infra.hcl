server "web" {
  for_each = keys(local.disks)
  host     = "${each.key}.${var.domain}"
  disk     = local.disks[each.key]
}

locals {
  disks = { north = 100, south-west = 250 }
}

variable "domain" {
  type = string
}
