include {
  files = "file_that_includes_itself.hcl"
}
