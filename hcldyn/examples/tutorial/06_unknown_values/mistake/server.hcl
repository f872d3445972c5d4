name    = "web-${id}"
address = "${id}.example"
url     = "https://${id}.example/"
