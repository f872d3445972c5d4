include {
  files = "missing_servers.hcl"
}
