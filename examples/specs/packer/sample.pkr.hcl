# Every block and attribute that ../packer.hcl names.

packer {
  required_version = ">= 1.11.0"
  required_plugins {
    docker = {
      source  = "github.com/hashicorp/docker"
      version = "~> 1.1"
    }
    amazon = {
      source  = "github.com/hashicorp/amazon"
      version = ">= 1.3.2"
    }
  }
}

variable "release" {
  type        = string
  default     = "24.04"
  description = "The release to build on."
  validation {
    condition     = length(split(".", var.release)) == 2
    error_message = "Write the year and the month."
  }
}

variable "sizes" {
  type    = map(number)
  default = { root = 16, data = 100 }
}

locals {
  name   = "base-${replace(var.release, ".", "-")}"
  owners = { team = var.team, year = 2026 }
}

variables {
  team = "images"
  tag  = lower("Latest")
}

local "token" {
  expression = base64encode("${local.name}:secret")
  sensitive  = true
}

local "tags" {
  expression = [var.release, var.tag]
}

data "amazon-ami" "ubuntu" {
  filters = {
    name = "ubuntu-${var.release}-*"
  }
  most_recent = true
  assume_role {
    role_arn = "arn:aws:iam::111122223333:role/images"
  }
}

source "amazon-ebs" "base" {
  ami_name   = local.name
  source_ami = data.amazon-ami.ubuntu.id
  tags       = merge(local.owners, { Base = "{{ .SourceAMI }}" })

  launch_block_device_mappings {
    device_name = "/dev/root"
    volume_size = var.sizes.root
  }
  launch_block_device_mappings {
    device_name = "/dev/data"
    volume_size = var.sizes["data"]
  }
}

source "docker" "base" {
  image  = "ubuntu:${var.release}"
  commit = true
}

build {
  name        = "base"
  description = <<-TEXT
    The image that all others
    are built on.
    TEXT
  sources     = ["source.amazon-ebs.base"]

  hcp_packer_registry {
    bucket_name   = "base"
    description   = "Base images"
    bucket_labels = { os = "ubuntu" }
    build_labels  = { release = var.release }
    channels      = ["latest"]
  }

  source "source.docker.base" {
    name    = "slim"
    changes = ["USER app", "ENV RELEASE=${var.release}"]
  }

  provisioner "shell" {
    name         = "update"
    only         = ["docker.slim"]
    pause_before = "10s"
    timeout      = "5m"
    max_retries  = 3
    inline       = ["echo ${source.type}.${source.name}", "apt-get update"]
    override = {
      slim = { inline = ["true"] }
    }
  }

  provisioner "file" {
    except      = ["docker.slim"]
    source      = abspath("${path.root}/files/motd")
    destination = "/etc/motd"
  }

  error-cleanup-provisioner "shell-local" {
    name         = "report"
    only         = ["amazon-ebs.base"]
    pause_before = "1s"
    timeout      = "1m30s"
    max_retries  = 1
    inline       = ["echo failed: ${build.ID}"]
    override = {
      base = { inline = ["false"] }
    }
  }
  error-cleanup-provisioner "breakpoint" {
    except = ["amazon-ebs.base"]
  }

  post-processor "manifest" {
    name                = "list"
    keep_input_artifact = true
    output              = "manifest.json"
    custom_data = {
      packer = packer.version
    }
  }

  post-processors {
    post-processor "docker-tag" {
      only       = ["docker.slim"]
      repository = "registry.example.com/base"
      tags       = local.tags
    }
    post-processor "docker-push" {
      except = ["amazon-ebs.base"]
    }
  }
}

build {
  source "docker.base" {}
}

hcp_packer_registry {
  bucket_name = "all-images"
}
