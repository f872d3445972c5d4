# The items of a configuration. Change them, and the other panes follow.

functions     = "all"
own_variables = true

object {
  attr "region" {
    type     = string
    required = true
    one_of   = ["eu", "us"]
    docs     = "Where the servers run."
  }

  block_list "server" {
    docs = "A server. Its label is the name."
    object {
      label "name" {}
      attr "port" {
        type     = number
        required = true
        min      = 1
        max      = 65535
        docs     = "The port on which it listens."
      }
      attr "size" {
        type    = string
        default = "small"
        one_of  = ["small", "large"]
        docs    = "The size of its machine."
      }
      attr "hosts" {
        type = list(string)
        docs = "The names under which it is reached."
      }
    }
  }
}
