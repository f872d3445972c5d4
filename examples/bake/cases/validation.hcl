variable "VERSION" {
  type    = string
  default = "1.2"
  validation {
    condition     = can(regex("^[0-9]+[.][0-9]+$", VERSION))
    error_message = "\"${VERSION}\" is not a version such as 1.2."
  }
}

target "default" {
  args = {
    VERSION = VERSION
  }
}
