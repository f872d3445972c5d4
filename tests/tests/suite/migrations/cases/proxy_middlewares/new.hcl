middleware "office" {
  # Only our networks.
  ip_allow_list = ["10.0.0.0/8"]
}

service "shop" {
  grace = "10s" # seconds
  ping_path = var.ping.path
  ping_interval = "${var.ping.seconds}s"
}
