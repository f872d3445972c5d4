workers = 2 + [1]
