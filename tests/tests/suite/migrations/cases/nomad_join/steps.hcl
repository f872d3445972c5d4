move "join" {
  from = "server.retry_join"
  to   = "server.server_join.retry_join"
}

move "interval" {
  from = "server.retry_interval"
  to   = "server.server_join.retry_interval"
}
