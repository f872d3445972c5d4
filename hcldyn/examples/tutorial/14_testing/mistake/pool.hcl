size  = cores
spare = cores + 1
