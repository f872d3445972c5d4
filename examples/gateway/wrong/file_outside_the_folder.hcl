include {
  files = "../config/variables.hcl"
}
