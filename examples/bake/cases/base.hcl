version = "1"

variable "TAG" {
  type    = string
  default = "base"
}

group "default" {
  targets = ["web"]
}

target "web" {
  args = {
    MODE = "release"
    TAG  = TAG
  }
  tags = ["web"]
}

target "worker" {
  tags = ["worker:${version}"]
}
