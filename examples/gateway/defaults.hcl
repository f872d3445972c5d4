log_level = "info"
workers   = 2
