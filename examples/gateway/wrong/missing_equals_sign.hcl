workers 4
