log_levle = "info"
