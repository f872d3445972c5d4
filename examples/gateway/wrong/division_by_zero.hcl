workers = 8 / 0
