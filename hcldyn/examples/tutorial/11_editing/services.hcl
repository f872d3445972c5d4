# The services of the shop, maintained by the web team.

service "web" {
  image = { name = "acme/web", tag = "2.0" }
  replicas = 2  # per zone
  ports=[443]

  env = {
    # Read by the agent.
    LOG = "info"
  }

  check { path = "/old" }
  check { path = "/health" }
}
