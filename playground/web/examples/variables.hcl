# The values of variables.
workers = 3
