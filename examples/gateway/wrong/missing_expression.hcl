workers =
log_level = "info"
