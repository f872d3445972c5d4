# Every block and attribute that ../nomad.hcl names. No real job would use all of them at once.

variable "image" {
  type    = string
  default = "nginx"
}

variable "ports" {
  type    = map(number)
  default = { http = 8080, admin = 9090 }
}

locals {
  tag   = "${var.image}:1.29"
  teams = ["shop", "search"]
}

job "web" {
  id          = "web-${local.teams[0]}"
  name        = "web"
  type        = "batch"
  region      = "europe"
  datacenters = [for n in range(1, 3) : "eu${n}"]
  namespace   = upper("prod")
  node_pool   = "default"
  priority    = 70
  all_at_once = false

  ui {
    description = "The web shop"
    link {
      label = "Dashboards"
      url   = "https://dashboards.example.com/web"
    }
    link {
      label = "Manual"
      url   = "https://wiki.example.com/web"
    }
  }

  multiregion {
    strategy {
      max_parallel = 1
      on_failure   = "fail_all"
    }
    region "west" {
      count       = 2
      datacenters = ["west-1"]
      node_pool   = "west"
      meta {
        tier = "gold"
      }
    }
    region "east" {
      count       = 5
      datacenters = ["east-1", "east-2"]
      node_pool   = "all"
      meta = { tier = "silver" }
    }
  }

  parameterized {
    payload       = "required"
    meta_required = ["customer"]
    meta_optional = ["color", "size"]
  }

  periodic {
    cron             = "*/15 * * * *"
    time_zone        = "Europe/Berlin"
    prohibit_overlap = true
    enabled          = true
  }

  constraint {
    attribute = "${attr.kernel.name}"
    operator  = "="
    value     = "linux"
  }
  constraint {
    distinct_hosts = true
  }
  constraint {
    distinct_property = "${meta.rack}"
    value             = 3
  }
  constraint {
    attribute = "${node.unique.name}"
    regexp    = "^web-[0-9]+$"
  }
  constraint {
    attribute    = "${meta.features}"
    set_contains = "ssd,gpu"
  }
  constraint {
    attribute = "${attr.nomad.version}"
    version   = ">= 1.10"
  }
  constraint {
    attribute = "${attr.consul.version}"
    semver    = ">= 1.20.0"
  }

  affinity {
    attribute = "${node.datacenter}"
    operator  = "!="
    value     = "eu2"
    weight    = -25
  }
  affinity {
    attribute = "${node.class}"
    regexp    = "large$"
  }
  affinity {
    attribute        = "${meta.features}"
    set_contains_any = "ssd,nvme"
  }
  affinity {
    attribute        = "${meta.features}"
    set_contains_all = "ssd,gpu"
    weight           = 100
  }
  affinity {
    attribute = "${attr.driver.docker.version}"
    version   = "> 27.0"
  }
  affinity {
    attribute = "${attr.vault.version}"
    semver    = ">= 1.15.0"
  }

  spread {
    attribute = "${node.datacenter}"
    weight    = 80
    target "eu1" { percent = 60 }
    target "eu2" { percent = 40 }
  }

  meta {
    owner = "team-${local.teams[1]}"
    level = 3
  }

  update {
    max_parallel      = 2
    health_check      = "checks"
    min_healthy_time  = "10s"
    healthy_deadline  = "5m"
    progress_deadline = "10m"
    stagger           = "30s"
    canary            = 1
    auto_revert       = true
    auto_promote      = true
  }

  migrate {
    max_parallel     = 1
    health_check     = "task_states"
    min_healthy_time = "15s"
    healthy_deadline = "4m"
  }

  reschedule {
    attempts       = 15
    interval       = "1h"
    delay          = "30s"
    delay_function = "exponential"
    max_delay      = "120s"
    unlimited      = false
  }

  vault {
    role      = "web"
    namespace = "shop"
  }

  group "web" {
    count          = 3
    shutdown_delay = "5s"

    network {
      mode     = "bridge"
      hostname = "web-${NOMAD_ALLOC_INDEX}"
      port "metrics" {
        static           = 9100
        to               = -1
        host_network     = "private"
        ignore_collision = true
      }
      dynamic "port" {
        for_each = var.ports
        labels   = [port.key]
        content {
          to = port.value
        }
      }
      dns {
        servers  = ["10.0.0.2", "10.0.0.3"]
        searches = ["example.com"]
        options  = ["ndots:2"]
      }
      cni {
        args = { "nomad.static" = "yes" }
      }
    }

    ephemeral_disk {
      size    = 500
      migrate = true
      sticky  = true
    }

    disconnect {
      lost_after = "6h"
      replace    = false
      reconcile  = "keep_original"
    }

    volume "certs" {
      type      = "host"
      source    = "ca-certificates"
      read_only = true
      sticky    = true
    }
    volume "data" {
      type            = "csi"
      source          = "shop-data"
      per_alloc       = true
      access_mode     = "single-node-writer"
      attachment_mode = "file-system"
      mount_options {
        fs_type     = "ext4"
        mount_flags = ["noatime"]
      }
    }

    scaling {
      enabled = true
      min     = 1
      max     = 10
      policy {
        cooldown = "1m"
        check "busy" {
          source = "prometheus"
          query  = "avg(cpu)"
          strategy "target-value" {
            target = 70
          }
        }
      }
    }

    constraint {
      attribute = "${attr.cpu.arch}"
      operator  = "set_contains_any"
      value     = "amd64,arm64"
    }
    affinity {
      attribute = "${node.pool}"
      value     = "web"
    }
    meta = { team = local.teams[0] }
    spread {
      attribute = "${meta.rack}"
    }
    update {
      max_parallel = 1
    }
    migrate {
      max_parallel = 2
    }
    reschedule {
      unlimited = true
    }
    restart {
      attempts         = 2
      interval         = "30m"
      delay            = "15s"
      mode             = "fail"
      render_templates = true
    }
    consul {
      namespace = "shop"
      cluster   = "default"
      partition = "eu"
    }
    vault {
      policies = ["web-read"]
    }

    service {
      name                = "web"
      provider            = "consul"
      port                = "http"
      address             = "${attr.unique.platform.aws.public-hostname}"
      address_mode        = "auto"
      tags                = ["v1", local.tag]
      canary_tags         = ["canary"]
      enable_tag_override = true
      task                = "server"
      cluster             = "default"
      kind                = "web"
      on_update           = "require_healthy"
      meta {
        version = 1.5
      }
      canary_meta = { stage = "canary" }
      tagged_addresses {
        wan = "203.0.113.7"
      }
      weights {
        passing = 10
        warning = 1
      }
      identity {
        aud = ["consul.io"]
        ttl = "1h"
      }
      check {
        name                     = "alive"
        type                     = "http"
        interval                 = "10s"
        timeout                  = "2s"
        port                     = "http"
        address_mode             = "host"
        path                     = "/health"
        method                   = "POST"
        protocol                 = "https"
        body                     = jsonencode({ deep = true })
        tls_server_name          = "web.example.com"
        tls_skip_verify          = true
        expose                   = false
        notes                    = "Asks for everything behind it as well."
        initial_status           = "warning"
        success_before_passing   = 3
        failures_before_critical = 5
        failures_before_warning  = 2
        on_update                = "ignore_warnings"
        header {
          Authorization = ["Basic d2ViOndlYg=="]
        }
        check_restart {
          limit           = 3
          grace           = "90s"
          ignore_warnings = true
        }
      }
      check {
        type     = "script"
        command  = "/bin/check"
        args     = ["--fast"]
        task     = "server"
        interval = "1m"
        timeout  = "5s"
      }
      check {
        type         = "grpc"
        grpc_service = "shop.Health"
        grpc_use_tls = true
        interval     = "20s"
        timeout      = "2s"
        header       = { Host = ["shop.example.com", "www.example.com"] }
      }
      check_restart {
        limit = 2
      }
      connect {
        sidecar_service {
          port                      = "20000"
          tags                      = ["proxy"]
          disable_default_tcp_check = true
          meta {
            side = "car"
          }
          proxy {
            local_service_address = "127.0.0.1"
            local_service_port    = 8080
            config {
              local_connect_timeout_ms = 1000
            }
            expose {
              path {
                path            = "/metrics"
                protocol        = "http"
                local_path_port = 9100
                listener_port   = "metrics"
              }
            }
            transparent_proxy {
              uid                    = "101"
              outbound_port          = 15001
              exclude_inbound_ports  = ["metrics", "9999"]
              exclude_outbound_ports = [443, 80]
              exclude_outbound_cidrs = ["10.0.0.0/8"]
              exclude_uids           = ["102"]
              no_dns                 = true
            }
            upstreams {
              destination_name      = "cart"
              destination_namespace = "shop"
              destination_partition = "eu"
              destination_peer      = "west"
              destination_type      = "service"
              datacenter            = "eu2"
              local_bind_address    = "127.0.0.1"
              local_bind_port       = 9191
              mesh_gateway {
                mode = "local"
              }
              config {
                connect_timeout_ms = 5000
              }
            }
            upstreams {
              destination_name       = "search"
              local_bind_socket_path = "/run/search.sock"
              local_bind_socket_mode = "0600"
            }
          }
        }
        sidecar_task {
          name           = "envoy"
          driver         = "docker"
          user           = "envoy"
          kill_signal    = "SIGINT"
          kill_timeout   = "30s"
          shutdown_delay = "2s"
          config {
            image = "envoy:1.34"
          }
          env = { LOG_LEVEL = "info" }
          meta {
            side = "task"
          }
          logs {
            max_files = 2
          }
          resources {
            cpu    = 200
            memory = 64
          }
          volume_mount {
            volume      = "certs"
            destination = "/certs"
          }
        }
      }
    }

    task "server" {
      driver         = "docker"
      user           = "www"
      leader         = true
      kind           = "connect-native:web"
      kill_signal    = "SIGTERM"
      kill_timeout   = "20s"
      shutdown_delay = "3s"

      config {
        image = local.tag
        ports = keys(var.ports)
        args  = ["--listen", "${NOMAD_IP_http}:${NOMAD_PORT_http}"]
        auth {
          username = "reader"
        }
        mount {
          type   = "bind"
          source = "local/site"
          target = "/site"
        }
        dynamic "mount" {
          for_each = ["/tmp", "/run"]
          content {
            type   = "tmpfs"
            target = mount.value
          }
        }
      }

      env {
        HOME_DIR = "${NOMAD_TASK_DIR}"
        WORKERS  = 4
        RACK     = "${meta.rack}"
      }

      meta {
        role = "server"
      }

      action "reload" {
        command = "/bin/kill"
        args    = ["-HUP", "1"]
      }

      artifact {
        source      = "https://files.example.com/site.tar.gz"
        destination = "local/site"
        mode        = "dir"
        chown       = true
        insecure    = false
        options {
          archive  = "tar.gz"
          checksum = "md5:df6a4178aec9fbdc1d6d7e3634d1bc33"
        }
        headers = { X-Token = "${env["TOKEN"]}" }
      }
      artifact {
        source = "git::https://git.example.com/conf"
      }

      csi_plugin {
        id                     = "nfs"
        type                   = "node"
        mount_dir              = "/csi"
        stage_publish_base_dir = "/local/csi"
        health_timeout         = "30s"
      }

      dispatch_payload {
        file = "order.json"
      }

      identity {
        env  = true
        file = true
      }
      identity {
        name          = "aws"
        aud           = ["sts.example.com"]
        file          = true
        filepath      = "local/aws.jwt"
        ttl           = "1h30m"
        change_mode   = "signal"
        change_signal = "SIGHUP"
      }

      lifecycle {
        hook    = "prestart"
        sidecar = true
      }

      logs {
        max_files     = 5
        max_file_size = 10
        disabled      = false
      }

      resources {
        cores      = 2
        memory     = 256 * 2
        memory_max = 1024
        secrets    = 2
        numa {
          affinity = "require"
          devices  = ["nvidia/gpu"]
        }
        device "nvidia/gpu" {
          count = 2
          constraint {
            attribute = "${device.attr.memory}"
            operator  = ">="
            value     = "2 GiB"
          }
          affinity {
            attribute = "${device.model}"
            value     = "H100"
            weight    = 75
          }
        }
      }

      scaling "cpu" {
        enabled = false
        min     = 100
        max     = 2000
        policy {
          cooldown = "5m"
        }
      }

      schedule {
        cron {
          start    = "0 30 9 * * MON-FRI *"
          end      = "0 16 * *"
          timezone = "Europe/Berlin"
        }
      }

      secret "db" {
        provider = "vault"
        path     = "secret/data/db"
        config {
          engine = "kv_v2"
        }
        env {
          VAULT_ADDR = "https://vault.example.com"
        }
      }

      template {
        data        = <<-TEXT
          upstream = "{{ env "NOMAD_ADDR_http" }}"
          team     = "${local.teams[0]}"
          TEXT
        destination = "local/web.conf"
        change_mode = "script"
        change_script {
          command       = "/bin/reload"
          args          = ["-q"]
          timeout       = "10s"
          fail_on_error = true
        }
        wait {
          min = "2s"
          max = "1m"
        }
      }
      template {
        source               = "local/env.tpl"
        destination          = "secrets/env"
        env                  = true
        once                 = true
        perms                = "600"
        uid                  = 1000
        gid                  = 1000
        left_delimiter       = "<<"
        right_delimiter      = ">>"
        error_on_missing_key = true
        splay                = "5s"
        change_mode          = "signal"
        change_signal        = "SIGHUP"
      }

      volume_mount {
        volume           = "data"
        destination      = "/data"
        read_only        = false
        propagation_mode = "private"
        selinux_label    = "z"
      }

      service {
        name     = "web-admin"
        provider = "nomad"
        port     = "admin"
        connect {
          native = true
        }
      }

      constraint {
        attribute = "${attr.kernel.version}"
        operator  = "version"
        value     = ">= 6.1"
      }
      affinity {
        attribute = "${node.class}"
        value     = "large"
      }
      restart {
        attempts = 5
        mode     = "delay"
      }
      consul {
        cluster = "second"
      }
      vault {
        role                   = "web"
        policies               = ["db-read"]
        namespace              = "shop"
        cluster                = "default"
        env                    = true
        disable_file           = true
        allow_token_expiration = false
        change_mode            = "signal"
        change_signal          = "SIGUSR1"
      }
    }
  }

  group "gateways" {
    disconnect {
      stop_on_client_after = "1m"
    }
    service {
      name = "in"
      connect {
        gateway {
          proxy {
            connect_timeout                     = "500ms"
            envoy_gateway_bind_tagged_addresses = true
            envoy_gateway_no_default_bind       = true
            envoy_dns_discovery_type            = "STRICT_DNS"
            envoy_gateway_bind_addresses "public" {
              address = "0.0.0.0"
              port    = 443
            }
            config {
              envoy_stats_bind_addr = "0.0.0.0:9102"
            }
          }
          ingress {
            tls {
              enabled         = true
              tls_min_version = "TLSv1_2"
              tls_max_version = "TLSv1_3"
              cipher_suites   = ["ECDHE-RSA-AES128-GCM-SHA256"]
              sds {
                cluster_name  = "sds"
                cert_resource = "web"
              }
            }
            listener {
              port     = 443
              protocol = "http"
              service {
                name                    = "web"
                hosts                   = ["www.example.com"]
                max_connections         = 4096
                max_pending_requests    = 512
                max_concurrent_requests = 256
                tls {
                  sds {
                    cert_resource = "www"
                  }
                }
                request_headers {
                  add {
                    x-from = "gateway"
                  }
                  set    = { x-secure = true }
                  remove = ["x-debug"]
                }
                response_headers {
                  add    = { x-to = "client" }
                  set {
                    server = "web"
                  }
                  remove = ["via"]
                }
              }
            }
            listener {
              port = 6379
              service {
                name = "cache"
              }
            }
          }
        }
      }
    }
    service {
      name = "out"
      connect {
        gateway {
          terminating {
            service {
              name      = "billing"
              ca_file   = "/certs/ca.pem"
              cert_file = "/certs/cert.pem"
              key_file  = "/certs/key.pem"
              sni       = "billing.example.org"
            }
          }
        }
      }
    }
    service {
      name = "mesh"
      connect {
        gateway {
          mesh {}
        }
      }
    }
  }

  task "idle" {
    driver = "exec"
    config {
      command = "sleep"
      args    = ["infinity"]
    }
  }
}
