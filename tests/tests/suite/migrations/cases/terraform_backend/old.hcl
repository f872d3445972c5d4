terraform {
  backend "s3" {
    bucket     = "state"
    lock_table = "locks" # one for all
  }

  # Only for the old subscription.
  backend "azure" {
    container_name = "state"
  }
}
