# A stack with units, and `generate` as an attribute.

locals {
  units = "${get_repo_root()}/units"
}

unit "vpc" {
  source                  = "${local.units}/vpc"
  path                    = "vpc"
  no_dot_terragrunt_stack = true
  no_validation           = true
  values = {
    cidr  = "10.0.0.0/16"
    zones = 3
  }
}

unit "web" {
  source = "${local.units}/web"
  path   = "web"
  values = {
    vpc   = unit.vpc.path
    stage = values.stage
  }
}

stack "data" {
  source                  = "../stacks/data"
  path                    = "data"
  values                  = { size = "small" }
  no_dot_terragrunt_stack = false
  no_validation           = false
}

generate = {
  provider = {
    path      = "provider.tf"
    if_exists = "error"
    contents  = "# ${get_platform()}\n"
  }
}
