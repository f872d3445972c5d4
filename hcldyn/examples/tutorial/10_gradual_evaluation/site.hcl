owner = "ann"
url   = "https://${id}.example/"
