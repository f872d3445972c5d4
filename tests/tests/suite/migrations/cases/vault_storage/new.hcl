# Data is in Consul.
storage "consul" {
  path = "vault/" # with the slash
}

ha_storage "consul" {
  path = "vault-ha/"
}
