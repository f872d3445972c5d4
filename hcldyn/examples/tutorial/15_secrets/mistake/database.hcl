database {
  host     = "db${suffix}.example.com"
  password = "hunter2"
}
