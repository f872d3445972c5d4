rename "primary" {
  from = "acl_datacenter"
  to   = "primary_datacenter"
}

move "default" {
  note = "The settings of access control are in one block."
  from = "acl_default_policy"
  to   = "acl.default_policy"
}

move "down" {
  from = "acl_down_policy"
  to   = "acl.down_policy"
}

move "token" {
  from = "acl_master_token"
  to   = "acl.tokens.initial_management"
}

move "ttl" {
  from = "acl_ttl"
  to   = "acl.token_ttl"
}
