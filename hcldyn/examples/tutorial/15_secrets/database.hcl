database {
  host     = "db.${region}.example.com"
  password = "correct horse${suffix}"
}
