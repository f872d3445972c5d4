worker {
  name        = "w1"
  controllers = ["10.0.0.7"] # inside the firewall
}
