route "/users" {
  target = "users"
  when   = request.method == "GET" || request.size < 100
}

route "/" {
  target = "web"
  when   = request.method != "POST"
}
