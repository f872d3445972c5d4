workers = 2
workers = 4
