log_level = "wraning"
