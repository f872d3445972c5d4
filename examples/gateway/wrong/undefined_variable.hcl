workers = wokers
