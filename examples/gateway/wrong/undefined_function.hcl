workers = mx(1, 2)
