workers = "many"
