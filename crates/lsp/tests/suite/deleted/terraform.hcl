# The files of Terraform modules, without the items that providers give resources.

functions = "all"

object {
  unexpected = "ignore"

  block_list "terraform" {
    object {
      attr "required_version" { type = string }
      block_attrs "required_providers" { element_type = any }
      block_list "backend" {
        object { unexpected = "ignore" }
      }
    }
  }
  block_object "variable" {
    labels = ["name"]
    object {
      attr "type" {
        captured { as = "type" }
      }
      attr "default" {}
      attr "description" { type = string }
      attr "sensitive" { type = bool }
      attr "nullable" { type = bool }
      attr "ephemeral" { type = bool }
      block_list "validation" {
        use { spec = "condition" }
      }
    }
  }
  block_tuple "locals" {
    remain_attrs {}
  }
  block_object "output" {
    labels = ["name"]
    object {
      attr "value" { required = true }
      attr "description" { type = string }
      attr "sensitive" { type = bool }
      attr "ephemeral" { type = bool }
      attr "depends_on" {
        captured { as = "expression" }
      }
      block_list "precondition" {
        use { spec = "condition" }
      }
    }
  }
  block_object "module" {
    labels = ["name"]
    object {
      unexpected = "ignore"
      attr "source" {
        type     = string
        required = true
      }
      attr "version" { type = string }
      use "repeated" { spec = "repeated" }
    }
  }
  block_object "data" {
    labels = ["type", "name"]
    use { spec = "resource" }
  }
  block_object "resource" {
    labels = ["type", "name"]
    use { spec = "resource" }
  }
}

spec "condition" {
  object {
    attr "condition" { required = true }
    attr "error_message" {
      type     = string
      required = true
    }
  }
}

spec "repeated" {
  object {
    attr "count" { type = number }
    attr "for_each" {}
    attr "providers" {
      captured { as = "expression" }
    }
    attr "depends_on" {
      captured { as = "expression" }
    }
  }
}

spec "resource" {
  object {
    unexpected = "ignore"
    use "repeated" { spec = "repeated" }
    attr "provider" {
      captured { as = "expression" }
    }
    block_list "lifecycle" {
      object {
        attr "create_before_destroy" { type = bool }
        attr "prevent_destroy" { type = bool }
        attr "ignore_changes" {
          captured { as = "expression" }
        }
        attr "replace_triggered_by" {
          captured { as = "expression" }
        }
        block_list "precondition" {
          use { spec = "condition" }
        }
        block_list "postcondition" {
          use { spec = "condition" }
        }
      }
    }
    block_list "timeouts" {
      object { unexpected = "ignore" }
    }
  }
}
