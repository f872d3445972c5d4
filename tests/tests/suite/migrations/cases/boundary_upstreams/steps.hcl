rename "upstreams" {
  from = "worker.controllers"
  to   = "initial_upstreams"
}
