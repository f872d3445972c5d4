name    = "web"
address = "${id}.example"
backup  = null
url     = "https://${id}.example/"
