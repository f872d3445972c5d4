server "public" {
  listen = "0.0.0.0:443"

  tls {
    cert = "/etc/gateway/public.pem"
    key  = "/etc/gateway/public.key"
  }

  route "/users" {
    target = "users"
    when   = request.method == "GET" || request.size < 1000
    limit  = startswith(request.client, "10.") ? 1000 : 10
  }

  route "/" {
    target = "web"
    retry  = { attempts = 3 }
    headers {
      x-served-by = "gateway-${local.domain}"
    }
  }
}
