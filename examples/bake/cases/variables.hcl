# Variables with and without types, whose values come from the environment and from the command line.
variable "TAG" {
  default = "latest"
}

variable "REGISTRY" {}

variable "PLATFORMS" {
  type    = list(string)
  default = ["linux/amd64"]
}

variable "ARGS" {
  type = map(string)
  default = {
    MODE = "release"
  }
}

variable "LIMITS" {
  type = object({ memory = string, retries = optional(number) })
  default = {
    memory = "1g"
  }
}

variable "CACHED" {
  default = true
}

target "default" {
  tags      = [REGISTRY == "" ? "app:${TAG}" : "${REGISTRY}/app:${TAG}"]
  platforms = PLATFORMS
  args      = merge(ARGS, { RETRIES = LIMITS.retries, MEMORY = LIMITS.memory })
  no-cache  = !CACHED
}
