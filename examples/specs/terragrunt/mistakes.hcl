# Eight typical mistakes.

locals {
  stage = get_env("STAGE", "test")
  name  = "net-${local.stge}"
}

terraform {
  source = "../modules/net"

  before_hook "lint" {
    commands = "plan"
    execute  = ["tflint"]
  }

  extra_argument "vars" {
    commands = ["plan"]
  }
}

include "root" {
  path           = find_in_parent_folders("root.hcl")
  merge_strategy = "deep_merge"
}

dependency "vpc" {
  config_pth = "../vpc"
}

generate "provider" {
  path      = "provider.tf"
  if_exists = "replace"
  contents  = "# none"
}

input = {
  vpc = dependency.vpc.outputs.id
}

iam_assume_role_duration = 60
