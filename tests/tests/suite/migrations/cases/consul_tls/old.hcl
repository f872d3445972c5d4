# Certificates of the cluster.
ca_file   = "/etc/consul/ca.pem"
cert_file = "/etc/consul/${node}.pem"

verify_incoming        = true
verify_server_hostname = true # since the incident
