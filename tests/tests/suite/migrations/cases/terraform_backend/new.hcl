terraform {
  backend "s3" {
    bucket     = "state"
    dynamodb_table = "locks" # one for all
  }

  # Only for the old subscription.
  backend "azurerm" {
    container_name = "state"
  }
}
