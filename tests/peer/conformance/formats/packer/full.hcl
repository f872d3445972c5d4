packer {
  required_version = ">= 1.11.0"
  required_plugins {
    docker = {
      source  = "github.com/hashicorp/docker"
      version = "~> 1.1"
    }
  }
}
source "docker" "base" {
  image   = "ubuntu:${release}"
  commit  = true
  changes = ["USER app"]
}
source "docker" "slim" {
  image = "debian"
}
source "amazon-ebs" "base" {
  ami_name = "base"
  tags = {
    team = "images"
    year = 2026
  }
  launch_block_device_mappings {
    device_name = "/dev/root"
    volume_size = 16
  }
  launch_block_device_mappings {
    device_name = "/dev/data"
    volume_size = 1.5e2
  }
}
build {
  name    = "base"
  sources = ["source.docker.base", "source.amazon-ebs.base"]
  provisioner "shell" {
    inline      = ["echo <a> & \"b\"", "update"]
    only        = ["docker.base"]
    max_retries = 3
    override = {
      slim = { shell = "sh" }
    }
  }
  provisioner "file" {}
  post-processors {
    post-processor "docker-tag" {
      repository = "registry.example.com/base"
      tags       = [release, "latest", release]
    }
    post-processor "docker-push" {}
  }
}
