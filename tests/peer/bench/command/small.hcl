region = "eu"
ports  = [for port in [80, 443] : port + 8000]

server "web" {
  host = "web.${1 + 1}.example.org"
}

server "api" {
  host = "api.${1 + 2}.example.org"
}
