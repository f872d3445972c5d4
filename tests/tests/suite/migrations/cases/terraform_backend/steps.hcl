rename "lock" {
  from = "terraform.backend[\"s3\"].lock_table"
  to   = "dynamodb_table"
}

rename "azure" {
  from = "terraform.backend[\"azure\"]"
  to   = "backend[\"azurerm\"]"
}
