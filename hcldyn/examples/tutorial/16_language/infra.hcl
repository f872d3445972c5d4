output "addresses" {
  value = join(", ", [for zone in module.zone : zone.address])
}

module "zone" {
  for_each = toset(keys(local.disks))
  source   = "./zone"
  host     = server.web[each.key].host
}

server "web" {
  for_each = local.disks
  host     = "${each.key}.${var.domain}"
  disk     = each.value
}

server "spare" {
  count = length(server.web)
  host  = "spare-${count.index}.${var.domain}"
  disk  = 10
}

locals {
  disks = { north = 100, south-west = 250 }
}

variable "domain" {
  type = string
}
