remove "pilot" {
  note = "The service was shut down."
  path = "pilot"
}

rename "allow" {
  from = "middleware.ip_white_list"
  to   = "ip_allow_list"
}

convert "grace" {
  path = "service.grace"
  old  = number
  to   = "${old}s"
}

split "ping" {
  from = "service.ping"
  into = {
    ping_path     = old.path
    ping_interval = "${old.seconds}s"
  }
}
