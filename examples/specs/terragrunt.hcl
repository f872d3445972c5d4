# The files of Terragrunt, those of units and of stacks:
#
#     hcldyn decode --spec examples/specs/terragrunt.hcl examples/specs/terragrunt/sample.terragrunt.hcl

functions     = "all"
own_variables = true

# Values from other files and blocks. References to them stay in the strings as they are written.
runtime_names = ["dependency", "feature", "include", "stack", "unit", "values"]

object {
  block "terraform" {
    use { spec = "terraform" }
  }
  block "remote_state" {
    use { spec = "remote_state" }
  }
  # The label is required here. Terragrunt still reads one `include` block without a label.
  block_map "include" {
    labels = ["name"]
    object {
      attr "path" {
        type     = string
        required = true
      }
      attr "expose" { type = bool }
      attr "merge_strategy" {
        type   = string
        one_of = ["no_merge", "shallow", "deep"]
      }
    }
  }
  block_object "dependency" {
    labels = ["name"]
    use { spec = "dependency" }
  }
  block "dependencies" {
    object {
      attr "paths" {
        type     = list(string)
        required = true
      }
    }
  }
  default "generate" {
    attr {
      type = map(object({
        path              = string
        if_exists         = string
        if_disabled       = optional(string)
        comment_prefix    = optional(string)
        disable_signature = optional(bool)
        contents          = string
        disable           = optional(bool)
        hcl_fmt           = optional(bool)
        mutable           = optional(bool)
      }))
    }
    block_map {
      labels = ["name"]
      use { spec = "generate" }
    }
  }
  attr "inputs" {}

  block_object "feature" {
    labels = ["name"]
    object {
      attr "default" { required = true }
    }
  }
  block "exclude" {
    object {
      # Any type: the value of a feature is a placeholder string here.
      attr "if" { required = true }
      attr "actions" {
        type     = list(string)
        required = true
      }
      attr "exclude_dependencies" {}
      attr "no_run" {}
    }
  }
  block "errors" {
    use { spec = "errors" }
  }
  block "engine" {
    object {
      attr "source" {
        type     = string
        required = true
      }
      attr "version" { type = string }
      attr "type" {
        type   = string
        one_of = ["rpc"]
      }
      attr "meta" {}
    }
  }
  block "catalog" {
    object {
      attr "urls" {
        type     = list(string)
        required = true
      }
      attr "default_template" { type = string }
      attr "no_shell" { type = bool }
      attr "no_hooks" { type = bool }
    }
  }

  # Files of stacks.
  block_object "unit" {
    labels = ["name"]
    use { spec = "component" }
  }
  block_object "stack" {
    labels = ["name"]
    use { spec = "component" }
  }

  attr "download_dir" { type = string }
  attr "prevent_destroy" { type = bool }
  attr "iam_role" { type = string }
  attr "iam_assume_role_duration" {
    type = number
    min  = 900
    max  = 43200
  }
  attr "iam_assume_role_session_name" { type = string }
  attr "iam_web_identity_token" { type = string }
  attr "terraform_binary" { type = string }
  attr "terraform_version_constraint" { type = string }
  attr "terragrunt_version_constraint" { type = string }
  attr "skip" {
    type       = bool
    deprecated = "Use an `exclude` block."
  }
  attr "retryable_errors" {
    type       = list(string)
    deprecated = "Use an `errors` block."
  }
  attr "retry_max_attempts" {
    type       = number
    deprecated = "Use an `errors` block."
  }
  attr "retry_sleep_interval_sec" {
    type       = number
    deprecated = "Use an `errors` block."
  }
}

spec "terraform" {
  object {
    attr "source" { type = string }
    attr "include_in_copy" { type = list(string) }
    attr "exclude_from_copy" { type = list(string) }
    attr "copy_terraform_lock_file" { type = bool }
    attr "mutable" { type = bool }
    block_map "extra_arguments" {
      labels = ["name"]
      object {
        attr "commands" {
          type     = list(string)
          required = true
        }
        attr "arguments" { type = list(string) }
        attr "env_vars" { type = map(string) }
        attr "required_var_files" { type = list(string) }
        attr "optional_var_files" { type = list(string) }
      }
    }
    block_map "before_hook" {
      labels = ["name"]
      use { spec = "hook" }
    }
    block_map "after_hook" {
      labels = ["name"]
      use { spec = "hook" }
    }
    block_map "error_hook" {
      labels = ["name"]
      object {
        use "commands" { spec = "hook_commands" }
        use "execute" { spec = "hook_execute" }
        attr "on_errors" {
          type     = list(string)
          required = true
        }
        attr "working_dir" { type = string }
        attr "suppress_stdout" { type = bool }
      }
    }
  }
}

spec "hook" {
  object {
    use "commands" { spec = "hook_commands" }
    use "execute" { spec = "hook_execute" }
    attr "if" { type = bool }
    attr "run_on_error" { type = bool }
    attr "working_dir" { type = string }
    attr "suppress_stdout" { type = bool }
  }
}

spec "hook_commands" {
  attr {
    name       = "commands"
    type       = list(string)
    required   = true
    min_length = 1
  }
}

spec "hook_execute" {
  attr {
    name       = "execute"
    type       = list(string)
    required   = true
    min_length = 1
  }
}

spec "remote_state" {
  object {
    attr "backend" {
      type     = string
      required = true
    }
    attr "config" { required = true }
    attr "generate" {
      type = object({ path = string, if_exists = string })
    }
    attr "encryption" { type = map(string) }
    attr "disable_init" { type = bool }
    attr "disable_dependency_optimization" { type = bool }
  }
}

spec "dependency" {
  object {
    attr "config_path" {
      type     = string
      required = true
    }
    # Any type, as in `exclude`.
    attr "enabled" {}
    attr "skip_outputs" {}
    attr "mock_outputs" {}
    attr "mock_outputs_allowed_terraform_commands" { type = list(string) }
    attr "mock_outputs_merge_strategy_with_state" {
      type   = string
      one_of = ["no_merge", "shallow", "deep_map_only"]
    }
    attr "mock_outputs_merge_with_state" {
      type        = bool
      replaced_by = "mock_outputs_merge_strategy_with_state"
    }
  }
}

spec "generate" {
  object {
    attr "path" {
      type     = string
      required = true
    }
    attr "if_exists" {
      type     = string
      required = true
      one_of   = ["overwrite", "overwrite_terragrunt", "skip", "error"]
    }
    attr "if_disabled" {
      type   = string
      one_of = ["remove", "remove_terragrunt", "skip"]
    }
    attr "comment_prefix" { type = string }
    attr "disable_signature" { type = bool }
    attr "contents" {
      type     = string
      required = true
    }
    attr "disable" { type = bool }
    attr "hcl_fmt" { type = bool }
    attr "mutable" { type = bool }
  }
}

spec "errors" {
  object {
    block_map "retry" {
      labels = ["name"]
      object {
        attr "retryable_errors" {
          type     = list(string)
          required = true
        }
        attr "max_attempts" {
          type     = number
          required = true
          min      = 1
        }
        attr "sleep_interval_sec" {
          type     = number
          required = true
          min      = 0
        }
      }
    }
    block_object "ignore" {
      labels = ["name"]
      object {
        attr "ignorable_errors" {
          type     = list(string)
          required = true
        }
        attr "message" { type = string }
        attr "signals" {}
      }
    }
  }
}

spec "component" {
  object {
    attr "source" {
      type     = string
      required = true
    }
    attr "path" {
      type     = string
      required = true
    }
    attr "values" {}
    attr "no_dot_terragrunt_stack" { type = bool }
    attr "no_validation" { type = bool }
  }
}

# ---- Functions ----
#
# Terragrunt's own functions look at files, the environment and the cloud. Here they return placeholders, so that the
# files can be checked and decoded without any of that: mostly the name of the function in angle brackets.

function "find_in_parent_folders" {
  params         = []
  variadic_param = rest
  result         = "<find_in_parent_folders>/${try(rest[0], "terragrunt.hcl")}"
}
function "path_relative_to_include" {
  params         = []
  variadic_param = name
  result         = "<path_relative_to_include>"
}
function "path_relative_from_include" {
  params         = []
  variadic_param = name
  result         = "<path_relative_from_include>"
}
function "get_env" {
  params         = [name]
  variadic_param = default
  result         = try(default[0], "<get_env:${name}>")
}
function "get_platform" {
  params = []
  result = "<get_platform>"
}
function "get_repo_root" {
  params = []
  result = "<get_repo_root>"
}
function "get_path_from_repo_root" {
  params = []
  result = "<get_path_from_repo_root>"
}
function "get_path_to_repo_root" {
  params = []
  result = "<get_path_to_repo_root>"
}
function "get_terragrunt_dir" {
  params = []
  result = "<get_terragrunt_dir>"
}
function "get_working_dir" {
  params = []
  result = "<get_working_dir>"
}
function "get_parent_terragrunt_dir" {
  params         = []
  variadic_param = name
  result         = "<get_parent_terragrunt_dir>"
}
function "get_original_terragrunt_dir" {
  params = []
  result = "<get_original_terragrunt_dir>"
}
function "get_terraform_command" {
  params = []
  result = "<get_terraform_command>"
}
function "get_terraform_cli_args" {
  params = []
  result = ["<get_terraform_cli_args>"]
}
function "get_terraform_commands_that_need_vars" {
  params = []
  result = ["<get_terraform_commands_that_need_vars>"]
}
function "get_terraform_commands_that_need_input" {
  params = []
  result = ["<get_terraform_commands_that_need_input>"]
}
function "get_terraform_commands_that_need_locking" {
  params = []
  result = ["<get_terraform_commands_that_need_locking>"]
}
function "get_terraform_commands_that_need_parallelism" {
  params = []
  result = ["<get_terraform_commands_that_need_parallelism>"]
}
function "get_default_retryable_errors" {
  params = []
  result = ["<get_default_retryable_errors>"]
}
function "get_terragrunt_source_cli_flag" {
  params = []
  result = "<get_terragrunt_source_cli_flag>"
}
function "get_aws_account_id" {
  params = []
  result = "<get_aws_account_id>"
}
function "get_aws_account_alias" {
  params = []
  result = "<get_aws_account_alias>"
}
function "get_aws_caller_identity_arn" {
  params = []
  result = "<get_aws_caller_identity_arn>"
}
function "get_aws_caller_identity_user_id" {
  params = []
  result = "<get_aws_caller_identity_user_id>"
}
function "run_cmd" {
  params         = [command]
  variadic_param = arguments
  result         = "<run_cmd:${join(" ", concat([command], arguments))}>"
}
function "sops_decrypt_file" {
  params = [path]
  result = "<sops_decrypt_file:${path}>"
}
function "read_tfvars_file" {
  params = [path]
  result = "<read_tfvars_file:${path}>"
}
function "mark_as_read" {
  params = [path]
  result = path
}
function "file" {
  params = [path]
  result = "<file:${path}>"
}
function "constraint_check" {
  params = [version, constraint]
  result = true
}

# The content of another file is unknown: `read_terragrunt_config(path).locals.name` is an error outside `try`.
function "read_terragrunt_config" {
  params         = [path]
  variadic_param = default
  result         = try(default[0], { inputs = {}, locals = {} })
}
