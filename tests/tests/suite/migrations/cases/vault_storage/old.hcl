# Data is in Consul.
backend "consul" {
  path = "vault/" # with the slash
}

ha_backend "consul" {
  path = "vault-ha/"
}
