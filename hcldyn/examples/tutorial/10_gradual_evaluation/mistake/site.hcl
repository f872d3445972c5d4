owner = user
url   = "https://${id}.example/"
