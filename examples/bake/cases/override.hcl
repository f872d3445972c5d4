# A later file: its blocks complete targets, and replace groups, variables and attributes.
version = "2"

variable "TAG" {
  default = "override"
}

group "default" {
  targets = ["web", "worker"]
}

target "web" {
  args = {
    MODE = "debug"
  }
  tags = ["web:${TAG}-${version}"]
}
