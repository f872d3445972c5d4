output "urls" {
  description = "Where the servers are found."
  value       = [for server in cloud_server.web : "https://${server.id}.${var.region}.example/"]
}

output "servers" {
  value = { for index, name in sort(keys(local.zones)) : name => cloud_server.web[index].disk }
}

output "password" {
  value     = var.password
  sensitive = true
}
