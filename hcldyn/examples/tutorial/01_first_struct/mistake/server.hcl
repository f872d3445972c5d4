hots = "localhost"
port = 80800
