workers: 4
