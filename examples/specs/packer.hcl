# The templates of Packer:
#
#     hcldyn decode --spec examples/specs/packer.hcl examples/specs/packer/sample.pkr.hcl

functions     = "all"
own_variables = "packer"

# Values that are known only when Packer runs. References to them stay in the strings as they are written.
runtime_names = ["build", "source", "data", "packer", "path"]

object {
  block "packer" {
    object {
      attr "required_version" { type = string }
      block_attrs "required_plugins" {
        element_type = object({ source = string, version = string })
      }
    }
  }

  # The plugin of the type reads the body.
  block_object "source" {
    labels = ["type", "name"]
    open_body {}
  }
  block_object "data" {
    labels = ["type", "name"]
    open_body {}
  }

  block_tuple "build" {
    use { spec = "build" }
  }

  block "hcp_packer_registry" {
    use { spec = "registry" }
  }
}

spec "build" {
  object {
    attr "name" {
      type    = string
      pattern = "^[A-Za-z0-9_.-]+$"
    }
    attr "description" { type = string }
    attr "sources" {
      type       = list(string)
      min_length = 1
    }
    block "hcp_packer_registry" {
      use { spec = "registry" }
    }

    # A source with settings for this build.
    block_tuple "source" {
      object {
        label "source" {}
        attr "name" { type = string }
        open_body "settings" {}
      }
    }
    block_tuple "provisioner" {
      use { spec = "provisioner" }
    }
    block_tuple "error-cleanup-provisioner" {
      use { spec = "provisioner" }
    }
    # In source order: an object for a single post-processor, a tuple for a sequence of them.
    blocks_of "post_processing" {
      block_type "post-processor" {
        use { spec = "post_processor" }
      }
      block_type "post-processors" {
        block_tuple {
          block_type = "post-processor"
          min_items  = 1
          use { spec = "post_processor" }
        }
      }
    }
    rule {
      at_least_one_of = ["sources", "source"]
    }
  }
}

spec "provisioner" {
  object {
    label "type" {}
    attr "name" { type = string }
    attr "only" { type = list(string) }
    attr "except" { type = list(string) }
    attr "override" {}
    attr "pause_before" {
      type     = string
      duration = true
    }
    attr "timeout" {
      type     = string
      duration = true
    }
    attr "max_retries" {
      type = number
      min  = 0
    }
    open_body "settings" {}
    rule {
      at_most_one_of = ["only", "except"]
    }
  }
}

spec "post_processor" {
  object {
    label "type" {}
    attr "name" { type = string }
    attr "only" { type = list(string) }
    attr "except" { type = list(string) }
    attr "keep_input_artifact" { type = bool }
    open_body "settings" {}
    rule {
      at_most_one_of = ["only", "except"]
    }
  }
}

spec "registry" {
  object {
    attr "bucket_name" {
      type    = string
      pattern = "^[A-Za-z0-9-]{3,36}$"
    }
    attr "description" {
      type       = string
      max_length = 255
    }
    attr "bucket_labels" { type = map(string) }
    attr "build_labels" { type = map(string) }
    attr "channels" { type = list(string) }
    attr "labels" {
      type       = map(string)
      deprecated = "Use `bucket_labels`."
    }
  }
}

# The path stays as it is written: the current folder of `packer` is unknown.
function "abspath" {
  params = [path]
  result = path
}
