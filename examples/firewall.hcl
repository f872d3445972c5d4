# A firewall: some rules are written out, others are generated from `services`, which the program
# provides.

name     = "edge-${region}"
priority = 10

# Evaluated by the program for every packet, in the scope it is written in.
accept = packet.size <= max_size && region != "lab"

# The expression itself: a type, not a value.
log_format = object({ time = string, bytes = number })

zone "public" {
  interfaces = ["eth0", "eth1"]
}

zone "office" {
  interfaces = [for n in range(2) : "vlan${n + 10}"]
}

# Written out.
ingress "ssh" {
  port = 22

  source {
    cidr = "192.0.2.0/24"
  }
}

# One for each service, and in each one source for every network of that service.
dynamic "ingress" {
  for_each = services
  iterator = service
  labels   = [service.key]

  content {
    port     = service.value.port
    protocol = try(service.value.protocol, "tcp")
    when     = load < service.value.max_load

    dynamic "source" {
      for_each = service.value.networks

      content {
        cidr = source.value
        note = "${service.key} from network ${source.key + 1}"
      }
    }
  }
}

ingress "icmp" {
  port     = 0
  protocol = "icmp"
}
