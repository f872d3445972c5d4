# Every block and attribute of units that ../terragrunt.hcl names.

locals {
  region  = "eu-central-1"
  stage   = get_env("STAGE", "test")
  account = try(read_terragrunt_config(find_in_parent_folders("account.hcl")).locals.id, get_aws_account_id())
  tags    = { stage = local.stage, owner = "net" }
}

terraform {
  source                   = "git::https://git.example.com/modules.git//vpc?ref=v${local.major}.2.0"
  include_in_copy          = ["**/*.tpl"]
  exclude_from_copy        = ["docs/**"]
  copy_terraform_lock_file = false
  mutable                  = true

  extra_arguments "vars" {
    commands           = get_terraform_commands_that_need_vars()
    arguments          = ["-lock-timeout=${5 * 4}m"]
    env_vars           = { TF_LOG = "warn", TF_VAR_size = 3 }
    required_var_files = ["${get_parent_terragrunt_dir("root")}/common.tfvars"]
    optional_var_files = ["${get_terragrunt_dir()}/${local.stage}.tfvars"]
  }

  before_hook "lint" {
    commands        = ["plan", "apply"]
    execute         = ["tflint", "--chdir", get_working_dir()]
    if              = constraint_check("1.10.0", ">= 1.9")
    run_on_error    = false
    working_dir     = "modules"
    suppress_stdout = true
  }

  after_hook "report" {
    commands        = [get_terraform_command()]
    execute         = concat(["report"], get_terraform_cli_args())
    if              = true
    run_on_error    = true
    working_dir     = get_original_terragrunt_dir()
    suppress_stdout = false
  }

  error_hook "notify" {
    commands        = ["apply"]
    execute         = ["notify", "failed"]
    on_errors       = [".*"]
    working_dir     = "/tmp"
    suppress_stdout = true
  }
}

locals {
  major = 4
}

remote_state {
  backend                         = "s3"
  disable_init                    = true
  disable_dependency_optimization = false
  config = {
    bucket  = "state-${local.account}"
    key     = "${path_relative_to_include()}/tofu.tfstate"
    region  = local.region
    encrypt = true
  }
  generate = {
    path      = "backend.tf"
    if_exists = "overwrite_terragrunt"
  }
  encryption = {
    key_provider = "pbkdf2"
    passphrase   = run_cmd("--quiet", "pass", "show", "state")
  }
}

include "root" {
  path           = find_in_parent_folders("root.hcl")
  expose         = true
  merge_strategy = "deep"
}
include "env" {
  path = "${get_repo_root()}/env/${local.stage}.hcl"
}

dependency "vpc" {
  config_path                             = "../vpc"
  enabled                                 = feature.network.value
  skip_outputs                            = false
  mock_outputs                            = { id = "vpc-0", subnets = ["a", "b"] }
  mock_outputs_allowed_terraform_commands = ["validate", "plan"]
  mock_outputs_merge_strategy_with_state  = "shallow"
}
dependency "dns" {
  config_path = "${path_relative_from_include("root")}/dns"
}

dependencies {
  paths = ["../vpc", "../iam"]
}

generate "provider" {
  path              = "provider.tf"
  if_exists         = "overwrite"
  if_disabled       = "remove_terragrunt"
  comment_prefix    = "// "
  disable_signature = true
  contents          = <<-TEXT
    provider "aws" {
      region = "${local.region}"
    }
    TEXT
  disable           = false
  hcl_fmt           = true
  mutable           = false
}
generate "versions" {
  path      = "versions.tf"
  if_exists = "skip"
  contents  = file("versions.tf.tpl")
}

inputs = merge(local.tags, {
  vpc_id  = dependency.vpc.outputs.id
  subnet  = "${dependency.vpc.outputs.subnets[0]}/24"
  region  = include.root.locals.region
  regions = [for name in ["a", "b"] : "${local.region}${name}"]
  secret  = sops_decrypt_file("secret.yaml")
})

feature "network" {
  default = true
}
feature "color" {
  default = "blue"
}

exclude {
  if                   = feature.color.value
  actions              = ["plan", "apply"]
  exclude_dependencies = true
  no_run               = false
}

errors {
  retry "network" {
    retryable_errors   = concat(get_default_retryable_errors(), [".*timeout.*"])
    max_attempts       = 3
    sleep_interval_sec = 5
  }
  ignore "warnings" {
    ignorable_errors = [".*deprecated.*", "!.*fatal.*"]
    message          = "Only a warning"
    signals          = { alert = false, level = "low" }
  }
}

engine {
  source  = "github.com/example/engine-tofu"
  version = "v0.1.0"
  type    = "rpc"
  meta    = { key_1 = ["value"], key_2 = 1.6 }
}

catalog {
  urls             = ["git@git.example.com:infra/catalog.git"]
  default_template = "templates/unit"
  no_shell         = true
  no_hooks         = true
}

download_dir                  = "${get_path_to_repo_root()}/.cache"
prevent_destroy               = true
iam_role                      = "arn:aws:iam::${local.account}:role/deploy"
iam_assume_role_duration      = 3600
iam_assume_role_session_name  = "deploy-${local.stage}"
iam_web_identity_token        = get_env("TOKEN")
terraform_binary              = "tofu"
terraform_version_constraint  = ">= 1.9"
terragrunt_version_constraint = ">= 0.90"
