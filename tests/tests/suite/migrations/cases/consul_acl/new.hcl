datacenter = "east"

# Tokens are checked there.
primary_datacenter = "east"

ports {
  http = 8500
}

acl {
  default_policy = "deny" # only with a token
  down_policy    = "extend-cache"
  token_ttl          = "30s"

  tokens {
    # From the safe in the office.
    initial_management = "b1gs33cr3t"
  }
}
