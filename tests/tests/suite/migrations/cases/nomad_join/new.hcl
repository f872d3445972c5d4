server {
  enabled = true

  server_join {
    # The three servers of the first rack.
    retry_join = [
      "10.0.0.1", # rack 1
      "10.0.0.2",
    ]
    retry_interval = "15s"
  }
}
