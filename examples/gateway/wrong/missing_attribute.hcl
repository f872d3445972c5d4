server "public" {
  tls {
    cert = "public.pem"
    key  = "public.key"
  }
}
