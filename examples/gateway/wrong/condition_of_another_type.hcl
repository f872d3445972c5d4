workers = "two" ? 2 : 4
