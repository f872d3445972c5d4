pilot {
  token = "x"
}

middleware "office" {
  # Only our networks.
  ip_white_list = ["10.0.0.0/8"]
}

service "shop" {
  grace = 10 # seconds
  ping  = var.ping
}
