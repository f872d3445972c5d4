exclude {
  # Not in this region.
  if = local.region == "eu"
  actions = ["all"]
}

errors {
  retry "default" {
    retryable_errors   = ["(?s).*timeout.*"] # network
    max_attempts = 3
  }
}
