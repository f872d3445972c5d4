# Eight typical mistakes.

packer {
  required_plugins {
    docker = "~> 1.1"
  }
}

variabel "release" {
  default = "24.04"
}

source "docker" {
  image = "ubuntu:24.04"
}

build {
  name    = "base"
  sources = "source.docker.base"

  provisioner "shell" {
    inline       = ["echo ${buid.ID}"]
    pause_before = 10
    only         = ["docker.base"]
    except       = ["docker.slim"]
  }

  post_processor "manifest" {
    output = "manifest.json"
  }
}
