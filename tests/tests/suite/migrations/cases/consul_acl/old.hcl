datacenter = "east"

# Tokens are checked there.
acl_datacenter     = "east"
acl_default_policy = "deny" # only with a token
acl_down_policy    = "extend-cache"

# From the safe in the office.
acl_master_token = "b1gs33cr3t"
acl_ttl          = "30s"

ports {
  http = 8500
}
