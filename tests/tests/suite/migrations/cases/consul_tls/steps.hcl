move "ca" {
  from = "ca_file"
  to   = "tls.defaults.ca_file"
}

move "cert" {
  from = "cert_file"
  to   = "tls.defaults.cert_file"
}

move "incoming" {
  from = "verify_incoming"
  to   = "tls.defaults.verify_incoming"
}

move "hostname" {
  from = "verify_server_hostname"
  to   = "tls.internal_rpc.verify_server_hostname"
}
