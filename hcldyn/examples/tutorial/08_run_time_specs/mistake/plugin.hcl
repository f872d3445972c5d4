object {
  attr "target" {
    type     = strng
    required = true
  }
  attr "retries" {
    type    = number
    default = "many"
  }
}
