packer {
  required_plugins {
    docker = "~> 1.1"
  }
}
source "docker" {
  image = "ubuntu"
}
build {
  provisioner "shell" {
    inline = "echo"
  }
  provisioner "shell" {}
  post_processors {}
}
