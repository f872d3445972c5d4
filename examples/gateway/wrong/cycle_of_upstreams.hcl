upstream "a" {
  host = "a"
  port = upstream.b.port + 1
}

upstream "b" {
  host = "b"
  port = upstream.a.port - 1
}

workers = upstream.a.port
