workers = length(2)
