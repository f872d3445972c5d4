cache {
  # Requests have the token of the agent.
  use_auto_auth_token = true
}

listener "tcp" {
  address = "127.0.0.1:8100"
}
