split "skip" {
  from = "skip"
  into = {
    exclude_if      = old
    exclude_actions = ["all"]
  }
}

move "if" {
  from = "exclude_if"
  to   = "exclude.if"
}

move "actions" {
  from = "exclude_actions"
  to   = "exclude.actions"
}

move "errors" {
  from = "retryable_errors"
  to   = "errors.retry[\"default\"].retryable_errors"
}

move "attempts" {
  from = "retry_max_attempts"
  to   = "errors.retry[\"default\"].max_attempts"
}
