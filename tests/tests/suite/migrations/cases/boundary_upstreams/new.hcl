worker {
  name        = "w1"
  initial_upstreams = ["10.0.0.7"] # inside the firewall
}
