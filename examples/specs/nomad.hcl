# The job files of Nomad, for the `hcldyn` command and for programs that read specs at run time:
#
#     hcldyn decode --spec examples/specs/nomad.hcl --vars '{"image": "redis"}' examples/specs/nomad/sample.nomad.hcl

functions     = "all"
own_variables = true

# Variables that Nomad replaces when it places or starts a task. References to them stay in the strings as they are
# written. Nomad treats all other unknown names in the same way; add those that your jobs use.
runtime_names = ["NOMAD_*", "CSI_ENDPOINT", "attr", "node", "meta", "env", "device"]

object {
  block_object "job" {
    labels    = ["id"]
    min_items = 1
    max_items = 1
    use { spec = "job" }
  }
}

# ---- Jobs and groups ----

spec "job" {
  object {
    attr "id" { type = string }
    attr "name" { type = string }
    attr "type" {
      type    = string
      default = "service"
      one_of  = ["service", "batch", "system", "sysbatch"]
    }
    attr "region" { type = string }
    attr "datacenters" { type = list(string) }
    attr "namespace" { type = string }
    attr "node_pool" { type = string }
    attr "priority" {
      type = number
      min  = 1
      max  = 32767
    }
    attr "all_at_once" { type = bool }
    attr "consul_token" {
      type       = string
      deprecated = "Pass the token to the `nomad` command."
    }
    attr "vault_token" {
      type       = string
      deprecated = "Pass the token to the `nomad` command."
    }

    block "ui" {
      use { spec = "ui" }
    }
    block "multiregion" {
      use { spec = "multiregion" }
    }
    block "parameterized" {
      use { spec = "parameterized" }
    }
    block "periodic" {
      use { spec = "periodic" }
    }
    block_object "group" {
      labels = ["name"]
      use { spec = "group" }
    }

    # A task without a group gets one of its own.
    block_object "task" {
      labels = ["name"]
      use { spec = "task" }
    }
    rule {
      at_least_one_of = ["group", "task"]
    }

    # Groups and tasks can have these too.
    use "constraint" { spec = "constraints" }
    use "affinity" { spec = "affinities" }
    use "meta" { spec = "meta" }
    block_list "spread" {
      use { spec = "spread" }
    }
    block "update" {
      use { spec = "update" }
    }
    block "migrate" {
      use { spec = "migrate" }
    }
    block "reschedule" {
      use { spec = "reschedule" }
    }
    block "vault" {
      use { spec = "vault" }
    }
  }
}

spec "ui" {
  object {
    attr "description" {
      type       = string
      max_length = 1000
    }
    block_list "link" {
      object {
        attr "label" {
          type     = string
          required = true
        }
        attr "url" {
          type     = string
          required = true
          pattern  = "^https?://"
        }
      }
    }
  }
}

spec "multiregion" {
  object {
    block "strategy" {
      object {
        attr "max_parallel" {
          type = number
          min  = 0
        }
        attr "on_failure" {
          type   = string
          one_of = ["", "fail_all", "fail_local"]
        }
      }
    }
    block_object "region" {
      labels    = ["name"]
      min_items = 1
      object {
        attr "count" {
          type = number
          min  = 0
        }
        attr "datacenters" { type = list(string) }
        attr "node_pool" { type = string }
        use "meta" { spec = "meta" }
      }
    }
  }
}

spec "parameterized" {
  object {
    attr "payload" {
      type    = string
      default = "optional"
      one_of  = ["optional", "required", "forbidden"]
    }
    attr "meta_required" { type = list(string) }
    attr "meta_optional" { type = list(string) }
  }
}

spec "periodic" {
  object {
    attr "cron" { type = string }
    attr "crons" { type = list(string) }
    attr "time_zone" {
      type    = string
      default = "UTC"
    }
    attr "prohibit_overlap" { type = bool }
    attr "enabled" { type = bool }
    rule {
      exactly_one_of = ["cron", "crons"]
    }
  }
}

spec "group" {
  object {
    attr "count" {
      type    = number
      default = 1
      min     = 0
    }
    attr "shutdown_delay" {
      type     = string
      duration = true
    }
    attr "prevent_reschedule_on_lost" {
      type       = bool
      deprecated = "Use the `replace` argument of a `disconnect` block."
    }
    attr "max_client_disconnect" {
      type       = string
      duration   = true
      deprecated = "Use the `lost_after` argument of a `disconnect` block."
    }
    attr "stop_after_client_disconnect" {
      type       = string
      duration   = true
      deprecated = "Use the `stop_on_client_after` argument of a `disconnect` block."
    }

    block "network" {
      use { spec = "network" }
    }
    block "ephemeral_disk" {
      object {
        attr "size" {
          type = number
          min  = 10
        }
        attr "migrate" { type = bool }
        attr "sticky" { type = bool }
      }
    }
    block "disconnect" {
      object {
        attr "lost_after" {
          type     = string
          duration = true
        }
        attr "stop_on_client_after" {
          type     = string
          duration = true
        }
        attr "replace" { type = bool }
        attr "reconcile" {
          type    = string
          default = "best_score"
          one_of  = ["keep_original", "keep_replacement", "best_score", "longest_running"]
        }
        rule {
          at_most_one_of = ["lost_after", "stop_on_client_after"]
        }
      }
    }
    block_object "volume" {
      labels = ["name"]
      use { spec = "volume" }
    }
    block "scaling" {
      use { spec = "scaling" }
    }
    block_object "task" {
      labels = ["name"]
      use { spec = "task" }
    }
    block_tuple "service" {
      use { spec = "service" }
    }

    use "constraint" { spec = "constraints" }
    use "affinity" { spec = "affinities" }
    use "meta" { spec = "meta" }
    block_list "spread" {
      use { spec = "spread" }
    }
    block "update" {
      use { spec = "update" }
    }
    block "migrate" {
      use { spec = "migrate" }
    }
    block "reschedule" {
      use { spec = "reschedule" }
    }
    block "restart" {
      use { spec = "restart" }
    }
    block "consul" {
      use { spec = "consul" }
    }
    block "vault" {
      use { spec = "vault" }
    }
  }
}

# ---- Placement ----

spec "constraints" {
  block_list {
    block_type = "constraint"
    object {
      attr "attribute" { type = string }
      attr "operator" {
        type = string
        one_of = [
          "=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "distinct_hosts", "distinct_property", "regexp",
          "set_contains", "set_contains_all", "set_contains_any", "version", "semver", "is_set", "is_not_set",
        ]
      }
      attr "value" { type = string }

      # Short forms: the operator as the name of an attribute.
      attr "distinct_hosts" { type = bool }
      attr "distinct_property" { type = string }
      attr "regexp" { type = string }
      attr "set_contains" { type = string }
      attr "version" { type = string }
      attr "semver" { type = string }
      rule {
        at_most_one_of = [
          "operator", "distinct_hosts", "distinct_property", "regexp", "set_contains", "version", "semver",
        ]
      }
    }
  }
}

spec "affinities" {
  block_list {
    block_type = "affinity"
    object {
      attr "attribute" { type = string }
      attr "operator" {
        type = string
        one_of = [
          "=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp",
          "set_contains", "set_contains_all", "set_contains_any", "version", "semver",
        ]
      }
      attr "value" { type = string }
      attr "regexp" { type = string }
      attr "set_contains_any" { type = string }
      attr "set_contains_all" { type = string }
      attr "version" { type = string }
      attr "semver" { type = string }
      attr "weight" {
        type    = number
        default = 50
        min     = -100
        max     = 100
      }
      rule {
        at_most_one_of = ["operator", "regexp", "set_contains_any", "set_contains_all", "version", "semver"]
      }
    }
  }
}

spec "spread" {
  object {
    attr "attribute" {
      type     = string
      required = true
    }
    attr "weight" {
      type = number
      min  = 0
      max  = 100
    }
    block_map "target" {
      labels = ["value"]
      attr {
        name = "percent"
        type = number
        min  = 0
        max  = 100
      }
    }
  }
}

# ---- What happens over time ----

spec "update" {
  object {
    attr "max_parallel" {
      type = number
      min  = 0
    }
    attr "health_check" {
      type   = string
      one_of = ["checks", "task_states", "manual"]
    }
    attr "min_healthy_time" {
      type     = string
      duration = true
    }
    attr "healthy_deadline" {
      type     = string
      duration = true
    }
    attr "progress_deadline" {
      type     = string
      duration = true
    }
    attr "stagger" {
      type     = string
      duration = true
    }
    attr "canary" {
      type = number
      min  = 0
    }
    attr "auto_revert" { type = bool }
    attr "auto_promote" { type = bool }
    rule {
      requires = { auto_promote = ["canary"] }
    }
  }
}

spec "migrate" {
  object {
    attr "max_parallel" {
      type = number
      min  = 1
    }
    attr "health_check" {
      type   = string
      one_of = ["checks", "task_states"]
    }
    attr "min_healthy_time" {
      type     = string
      duration = true
    }
    attr "healthy_deadline" {
      type     = string
      duration = true
    }
  }
}

spec "reschedule" {
  object {
    attr "attempts" {
      type = number
      min  = 0
    }
    attr "interval" {
      type     = string
      duration = true
    }
    attr "delay" {
      type     = string
      duration = true
    }
    attr "delay_function" {
      type   = string
      one_of = ["constant", "exponential", "fibonacci"]
    }
    attr "max_delay" {
      type     = string
      duration = true
    }
    attr "unlimited" { type = bool }
  }
}

spec "restart" {
  object {
    attr "attempts" {
      type = number
      min  = 0
    }
    attr "interval" {
      type     = string
      duration = true
    }
    attr "delay" {
      type     = string
      duration = true
    }
    attr "mode" {
      type   = string
      one_of = ["fail", "delay"]
    }
    attr "render_templates" { type = bool }
  }
}

# The autoscaler reads the policy. Its content depends on the plugins.
spec "scaling" {
  object {
    attr "enabled" { type = bool }
    attr "min" {
      type = number
      min  = 0
    }
    attr "max" {
      type     = number
      required = true
      min      = 0
    }
    block "policy" {
      open_body {}
    }
  }
}

# ---- Networks and volumes ----

spec "network" {
  object {
    attr "mode" {
      type    = string
      pattern = "^(none|bridge|host|cni/.+)$"
    }
    attr "hostname" { type = string }
    attr "mbits" {
      type       = number
      deprecated = "Nomad no longer limits the bandwidth."
    }
    block_map "port" {
      labels = ["name"]
      object {
        attr "static" {
          type = number
          min  = 1
          max  = 65535
        }
        attr "to" {
          type = number
          min  = -1
          max  = 65535
        }
        attr "host_network" { type = string }
        attr "ignore_collision" { type = bool }
      }
    }
    block "dns" {
      object {
        attr "servers" { type = list(string) }
        attr "searches" { type = list(string) }
        attr "options" { type = list(string) }
      }
    }
    block "cni" {
      object {
        attr "args" { type = map(string) }
      }
    }
  }
}

spec "volume" {
  object {
    attr "type" {
      type     = string
      required = true
      one_of   = ["host", "csi"]
    }
    attr "source" {
      type     = string
      required = true
    }
    attr "read_only" { type = bool }
    attr "sticky" { type = bool }
    attr "per_alloc" { type = bool }
    attr "access_mode" {
      type = string
      one_of = [
        "single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer",
        "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer",
      ]
    }
    attr "attachment_mode" {
      type   = string
      one_of = ["file-system", "block-device"]
    }
    block "mount_options" {
      object {
        attr "fs_type" { type = string }
        attr "mount_flags" { type = list(string) }
      }
    }
    rule {
      at_most_one_of = ["sticky", "per_alloc"]
    }
  }
}

# ---- Tasks ----

spec "task" {
  object {
    attr "driver" {
      type     = string
      required = true
    }
    attr "user" { type = string }
    attr "leader" { type = bool }
    attr "kind" { type = string }
    attr "kill_signal" {
      type    = string
      pattern = "^SIG[A-Z0-9]+$"
    }
    attr "kill_timeout" {
      type     = string
      duration = true
    }
    attr "shutdown_delay" {
      type     = string
      duration = true
    }

    # The content depends on the driver.
    block "config" {
      open_body {}
    }
    use "env" { spec = "env" }
    use "meta" { spec = "meta" }

    block_map "action" {
      labels = ["name"]
      object {
        attr "command" {
          type     = string
          required = true
        }
        attr "args" { type = list(string) }
      }
    }
    block_tuple "artifact" {
      use { spec = "artifact" }
    }
    block "csi_plugin" {
      object {
        attr "id" {
          type     = string
          required = true
        }
        attr "type" {
          type     = string
          required = true
          one_of   = ["node", "controller", "monolith"]
        }
        attr "mount_dir" { type = string }
        attr "stage_publish_base_dir" { type = string }
        attr "health_timeout" {
          type     = string
          duration = true
        }
      }
    }
    block "dispatch_payload" {
      object {
        attr "file" {
          type     = string
          required = true
        }
      }
    }
    block_list "identity" {
      use { spec = "identity" }
    }
    block "lifecycle" {
      object {
        attr "hook" {
          type     = string
          required = true
          one_of   = ["prestart", "poststart", "poststop"]
        }
        attr "sidecar" { type = bool }
      }
    }
    block "logs" {
      use { spec = "logs" }
    }
    block "resources" {
      use { spec = "resources" }
    }
    block_object "scaling" {
      labels = ["resource"]
      use { spec = "scaling" }
    }
    block "schedule" {
      object {
        block "cron" {
          required = true
          object {
            attr "start" {
              type     = string
              required = true
            }
            attr "end" {
              type     = string
              required = true
            }
            attr "timezone" { type = string }
          }
        }
      }
    }
    block_object "secret" {
      labels = ["name"]
      object {
        attr "provider" {
          type     = string
          required = true
        }
        attr "path" {
          type     = string
          required = true
        }
        block "config" {
          open_body {}
        }
        use "env" { spec = "env" }
      }
    }
    block_list "template" {
      use { spec = "template" }
    }
    block_list "volume_mount" {
      use { spec = "volume_mount" }
    }
    block_tuple "service" {
      use { spec = "service" }
    }

    use "constraint" { spec = "constraints" }
    use "affinity" { spec = "affinities" }
    block "restart" {
      use { spec = "restart" }
    }
    block "consul" {
      use { spec = "consul" }
    }
    block "vault" {
      use { spec = "vault" }
    }
  }
}

spec "meta" {
  default {
    attr {
      name = "meta"
      type = map(string)
    }
    block_attrs {
      block_type   = "meta"
      element_type = string
    }
  }
}

spec "env" {
  default {
    attr {
      name = "env"
      type = map(string)
    }
    block_attrs {
      block_type   = "env"
      element_type = string
    }
  }
}

spec "artifact" {
  object {
    attr "source" {
      type     = string
      required = true
    }
    attr "destination" {
      type    = string
      default = "local/"
    }
    attr "mode" {
      type    = string
      default = "any"
      one_of  = ["any", "file", "dir"]
    }
    attr "chown" { type = bool }
    attr "insecure" { type = bool }
    default "options" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
    default "headers" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
  }
}

spec "identity" {
  object {
    attr "name" { type = string }
    attr "aud" { type = list(string) }
    attr "env" { type = bool }
    attr "file" { type = bool }
    attr "filepath" { type = string }
    attr "ttl" {
      type     = string
      duration = true
    }
    attr "change_mode" {
      type   = string
      one_of = ["noop", "restart", "signal"]
    }
    attr "change_signal" { type = string }
    rule {
      requires = { change_signal = ["change_mode"], filepath = ["file"] }
    }
  }
}

spec "logs" {
  object {
    attr "max_files" {
      type = number
      min  = 1
    }
    attr "max_file_size" {
      type = number
      min  = 1
    }
    attr "disabled" { type = bool }
  }
}

spec "resources" {
  object {
    attr "cpu" {
      type = number
      min  = 1
    }
    attr "cores" {
      type = number
      min  = 1
    }
    attr "memory" {
      type = number
      min  = 10
    }
    attr "memory_max" {
      type = number
      min  = -1
    }
    attr "secrets" {
      type = number
      min  = 0
    }
    block "numa" {
      object {
        attr "affinity" {
          type     = string
          required = true
          one_of   = ["none", "prefer", "require"]
        }
        attr "devices" { type = list(string) }
      }
    }
    block_map "device" {
      labels = ["name"]
      object {
        attr "count" {
          type    = number
          default = 1
          min     = 1
        }
        use "constraint" { spec = "constraints" }
        use "affinity" { spec = "affinities" }
      }
    }
    attr "disk" {
      type       = number
      deprecated = "Use the `size` argument of an `ephemeral_disk` block."
    }
    attr "iops" {
      type       = number
      deprecated = "Nomad ignores it."
    }
    block "network" {
      deprecated = "Move it to the group."
      use { spec = "network" }
    }
    rule {
      at_most_one_of = ["cpu", "cores"]
    }
  }
}

spec "template" {
  object {
    attr "data" { type = string }
    attr "source" { type = string }
    attr "destination" {
      type     = string
      required = true
    }
    attr "env" { type = bool }
    attr "once" { type = bool }
    attr "perms" {
      type    = string
      pattern = "^[0-7]{3,4}$"
    }
    attr "uid" { type = number }
    attr "gid" { type = number }
    attr "left_delimiter" { type = string }
    attr "right_delimiter" { type = string }
    attr "error_on_missing_key" { type = bool }
    attr "splay" {
      type     = string
      duration = true
    }
    attr "change_mode" {
      type    = string
      default = "restart"
      one_of  = ["noop", "restart", "signal", "script"]
    }
    attr "change_signal" { type = string }
    block "change_script" {
      object {
        attr "command" {
          type     = string
          required = true
        }
        attr "args" { type = list(string) }
        attr "timeout" {
          type     = string
          duration = true
        }
        attr "fail_on_error" { type = bool }
      }
    }
    block "wait" {
      object {
        attr "min" {
          type     = string
          duration = true
        }
        attr "max" {
          type     = string
          duration = true
        }
      }
    }
    rule {
      exactly_one_of = ["data", "source"]
      at_most_one_of = ["change_signal", "change_script"]
    }
  }
}

spec "volume_mount" {
  object {
    attr "volume" {
      type     = string
      required = true
    }
    attr "destination" {
      type     = string
      required = true
    }
    attr "read_only" { type = bool }
    attr "propagation_mode" {
      type   = string
      one_of = ["private", "host-to-task", "bidirectional"]
    }
    attr "selinux_label" {
      type   = string
      one_of = ["", "z", "Z"]
    }
  }
}

spec "consul" {
  object {
    attr "namespace" { type = string }
    attr "cluster" { type = string }
    attr "partition" { type = string }
  }
}

spec "vault" {
  object {
    attr "role" { type = string }
    attr "policies" { type = list(string) }
    attr "namespace" { type = string }
    attr "cluster" { type = string }
    attr "env" { type = bool }
    attr "disable_file" { type = bool }
    attr "allow_token_expiration" { type = bool }
    attr "change_mode" {
      type   = string
      one_of = ["noop", "restart", "signal"]
    }
    attr "change_signal" { type = string }
  }
}

# ---- Services ----

spec "service" {
  object {
    attr "name" { type = string }
    attr "provider" {
      type    = string
      default = "consul"
      one_of  = ["consul", "nomad"]
    }
    attr "port" { type = string }
    attr "address" { type = string }
    attr "address_mode" {
      type   = string
      one_of = ["alloc", "auto", "auto-ipv6", "driver", "host"]
    }
    attr "tags" { type = list(string) }
    attr "canary_tags" { type = list(string) }
    attr "enable_tag_override" { type = bool }
    attr "task" { type = string }
    attr "cluster" { type = string }
    attr "kind" { type = string }
    attr "on_update" {
      type   = string
      one_of = ["require_healthy", "ignore_warnings", "ignore"]
    }
    use "meta" { spec = "meta" }
    default "canary_meta" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
    default "tagged_addresses" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
    block "weights" {
      object {
        attr "passing" {
          type = number
          min  = 0
        }
        attr "warning" {
          type = number
          min  = 0
        }
      }
    }
    block "identity" {
      use { spec = "identity" }
    }
    block_list "check" {
      use { spec = "check" }
    }
    block "check_restart" {
      use { spec = "check_restart" }
    }
    block "connect" {
      use { spec = "connect" }
    }
  }
}

spec "check" {
  object {
    attr "name" { type = string }
    attr "type" {
      type     = string
      required = true
      one_of   = ["grpc", "http", "script", "tcp"]
    }
    attr "interval" {
      type     = string
      required = true
      duration = true
    }
    attr "timeout" {
      type     = string
      required = true
      duration = true
    }
    attr "port" { type = string }
    attr "address_mode" {
      type   = string
      one_of = ["alloc", "driver", "host"]
    }
    attr "path" { type = string }
    attr "method" {
      type   = string
      one_of = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    }
    attr "protocol" {
      type   = string
      one_of = ["http", "https"]
    }
    attr "body" { type = string }
    attr "command" { type = string }
    attr "args" { type = list(string) }
    attr "task" { type = string }
    attr "grpc_service" { type = string }
    attr "grpc_use_tls" { type = bool }
    attr "tls_server_name" { type = string }
    attr "tls_skip_verify" { type = bool }
    attr "expose" { type = bool }
    attr "notes" {
      type       = string
      max_length = 255
    }
    attr "initial_status" {
      type   = string
      one_of = ["passing", "warning", "critical"]
    }
    attr "success_before_passing" {
      type = number
      min  = 0
    }
    attr "failures_before_critical" {
      type = number
      min  = 0
    }
    attr "failures_before_warning" {
      type = number
      min  = 0
    }
    attr "on_update" {
      type   = string
      one_of = ["require_healthy", "ignore_warnings", "ignore"]
    }
    default "header" {
      attr { type = map(list(string)) }
      block_attrs { element_type = list(string) }
    }
    block "check_restart" {
      use { spec = "check_restart" }
    }
  }
}

spec "check_restart" {
  object {
    attr "limit" {
      type = number
      min  = 0
    }
    attr "grace" {
      type     = string
      duration = true
    }
    attr "ignore_warnings" { type = bool }
  }
}

# ---- Consul's service mesh ----

spec "connect" {
  object {
    attr "native" { type = bool }
    block "sidecar_service" {
      object {
        attr "port" { type = string }
        attr "tags" { type = list(string) }
        attr "disable_default_tcp_check" { type = bool }
        use "meta" { spec = "meta" }
        block "proxy" {
          use { spec = "proxy" }
        }
      }
    }
    block "sidecar_task" {
      use { spec = "sidecar_task" }
    }
    block "gateway" {
      use { spec = "gateway" }
    }
  }
}

spec "proxy" {
  object {
    attr "local_service_address" { type = string }
    attr "local_service_port" {
      type = number
      min  = 1
      max  = 65535
    }
    block "config" {
      open_body {}
    }
    block "expose" {
      object {
        block_list "path" {
          object {
            attr "path" {
              type     = string
              required = true
            }
            attr "protocol" {
              type     = string
              required = true
              one_of   = ["http", "http2"]
            }
            attr "local_path_port" {
              type     = number
              required = true
            }
            attr "listener_port" {
              type     = string
              required = true
            }
          }
        }
      }
    }
    block "transparent_proxy" {
      object {
        attr "uid" { type = string }
        attr "outbound_port" {
          type = number
          min  = 1
          max  = 65535
        }
        attr "exclude_inbound_ports" { type = list(string) }
        attr "exclude_outbound_ports" { type = list(number) }
        attr "exclude_outbound_cidrs" { type = list(string) }
        attr "exclude_uids" { type = list(string) }
        attr "no_dns" { type = bool }
      }
    }
    block_tuple "upstreams" {
      object {
        attr "destination_name" {
          type     = string
          required = true
        }
        attr "destination_namespace" { type = string }
        attr "destination_partition" { type = string }
        attr "destination_peer" { type = string }
        attr "destination_type" {
          type   = string
          one_of = ["service", "prepared_query"]
        }
        attr "datacenter" { type = string }
        attr "local_bind_address" { type = string }
        attr "local_bind_port" {
          type = number
          min  = 1
          max  = 65535
        }
        attr "local_bind_socket_path" { type = string }
        attr "local_bind_socket_mode" { type = string }
        block "mesh_gateway" {
          object {
            attr "mode" {
              type   = string
              one_of = ["", "none", "local", "remote"]
            }
          }
        }
        block "config" {
          open_body {}
        }
        rule {
          exactly_one_of = ["local_bind_port", "local_bind_socket_path"]
          requires       = { local_bind_socket_mode = ["local_bind_socket_path"] }
        }
      }
    }
  }
}

# The subset of a task that applies to a proxy.
spec "sidecar_task" {
  object {
    attr "name" { type = string }
    attr "driver" { type = string }
    attr "user" { type = string }
    attr "kill_signal" {
      type    = string
      pattern = "^SIG[A-Z0-9]+$"
    }
    attr "kill_timeout" {
      type     = string
      duration = true
    }
    attr "shutdown_delay" {
      type     = string
      duration = true
    }
    block "config" {
      open_body {}
    }
    use "env" { spec = "env" }
    use "meta" { spec = "meta" }
    block "logs" {
      use { spec = "logs" }
    }
    block "resources" {
      use { spec = "resources" }
    }
    block_list "volume_mount" {
      use { spec = "volume_mount" }
    }
  }
}

spec "gateway" {
  object {
    block "proxy" {
      object {
        attr "connect_timeout" {
          type     = string
          duration = true
        }
        attr "envoy_gateway_bind_tagged_addresses" { type = bool }
        attr "envoy_gateway_no_default_bind" { type = bool }
        attr "envoy_dns_discovery_type" {
          type   = string
          one_of = ["STRICT_DNS", "LOGICAL_DNS"]
        }
        block_map "envoy_gateway_bind_addresses" {
          labels = ["name"]
          object {
            attr "address" { type = string }
            attr "port" { type = number }
          }
        }
        block "config" {
          open_body {}
        }
      }
    }
    block "ingress" {
      object {
        block "tls" {
          use { spec = "tls" }
        }
        block_tuple "listener" {
          object {
            attr "port" {
              type     = number
              required = true
            }
            attr "protocol" {
              type    = string
              default = "tcp"
              one_of  = ["tcp", "http", "http2", "grpc"]
            }
            block_tuple "service" {
              min_items = 1
              object {
                attr "name" {
                  type     = string
                  required = true
                }
                attr "hosts" { type = list(string) }
                attr "max_connections" { type = number }
                attr "max_pending_requests" { type = number }
                attr "max_concurrent_requests" { type = number }
                block "tls" {
                  use { spec = "tls" }
                }
                block "request_headers" {
                  use { spec = "changed_headers" }
                }
                block "response_headers" {
                  use { spec = "changed_headers" }
                }
              }
            }
          }
        }
      }
    }
    block "terminating" {
      object {
        block_list "service" {
          min_items = 1
          object {
            attr "name" {
              type     = string
              required = true
            }
            attr "ca_file" { type = string }
            attr "cert_file" { type = string }
            attr "key_file" { type = string }
            attr "sni" { type = string }
            rule {
              requires = { cert_file = ["key_file"], key_file = ["cert_file"] }
            }
          }
        }
      }
    }
    block "mesh" {
      object {}
    }
    rule {
      exactly_one_of = ["ingress", "terminating", "mesh"]
    }
  }
}

spec "tls" {
  object {
    attr "enabled" { type = bool }
    attr "tls_min_version" {
      type   = string
      one_of = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3"]
    }
    attr "tls_max_version" {
      type   = string
      one_of = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3"]
    }
    attr "cipher_suites" { type = list(string) }
    block "sds" {
      object {
        attr "cluster_name" { type = string }
        attr "cert_resource" { type = string }
      }
    }
  }
}

spec "changed_headers" {
  object {
    default "add" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
    default "set" {
      attr { type = map(string) }
      block_attrs { element_type = string }
    }
    attr "remove" { type = list(string) }
  }
}
