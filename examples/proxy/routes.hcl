# The first route whose condition holds takes a request. Conditions and headers are evaluated for every
# request, in the scope that they are written in.

route "canary" {
  upstream = "api"
  when     = startswith(request.path, "/api/") && request.bucket < 10
  headers  = { x-variant = "canary-${request.bucket}" }
}

route "api" {
  upstream = "api"
  when     = startswith(request.path, "/api/")
  timeout  = "2500ms"

  retry {
    attempts = 3
    on       = [502, 503]
  }
}

route "debug" {
  upstream  = "static"
  when      = startswith(request.client, "10.") && request.path == "/debug"
  log_level = "debug"
}

route "rest" {
  upstream = "web"
  headers  = { x-forwarded-for = request.client, x-zone = domain }
}
