locals {
  zones = { for letter in ["a", "b"] : letter => "${var.region}-${letter}" }
  large = { for name, size in var.disks : name => size if size >= 50 }
}

resource "cloud_network" "main" {
  cidr_block = "10.0.0.0/8"

  tags = {
    region = var.region
  }
}

# One for each zone. Their network is known only once it is created.
resource "cloud_subnet" "zone" {
  for_each = local.zones

  cidr_block = cidrsubnet(cloud_network.main.cidr_block, 8, index(keys(local.zones), each.key))
  network    = cloud_network.main.id
}

resource "cloud_server" "web" {
  count      = length(local.zones)
  depends_on = [cloud_server.db]

  subnet   = cloud_subnet.zone[count.index].id
  password = var.password

  disk "system" {
    size = var.disks.system
  }

  dynamic "disk" {
    for_each = local.large
    labels   = ["${disk.key}-${count.index}"]
    content {
      size = disk.value
    }
  }
}

resource "cloud_server" "db" {
  subnet = cloud_subnet.zone[0].id
}
