move "proxy" {
  from = "cache.use_auto_auth_token"
  to   = "api_proxy.use_auto_auth_token"
}

remove "cache" {
  path     = "cache"
  if_empty = true
}
