# Not in this region.
skip = local.region == "eu"

retryable_errors   = ["(?s).*timeout.*"] # network
retry_max_attempts = 3
