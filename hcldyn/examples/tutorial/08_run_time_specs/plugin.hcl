object {
  attr "target" {
    type     = string
    required = true
  }
  attr "retries" {
    type    = number
    default = 3
  }
}
