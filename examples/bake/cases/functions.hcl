# Functions that use variables, attributes of the file and each other.
variable "REPOSITORY" {
  default = "example/App"
}

suffix = "slim"

function "image" {
  params          = [name]
  variadic_params = versions
  result          = [for version in versions : tagged(name, version)]
}

function "tagged" {
  params = [name, version]
  result = "${lower(REPOSITORY)}-${name}:${version}-${suffix}"
}

target "default" {
  tags = image("web", "1.0", "1.0.2")
  args = {
    KEY   = regex_replace("a1b22", "[0-9]+", "-$0-")
    NAME  = sanitize("1.0/web")
    SAME  = equal("1", 1) ? "same" : "other"
    SUM   = add(1, "2")
    DATE  = formattimestamp("YYYY-MM-DD", 1709210096)
    WEEK  = unixtimestampparse(1709210096).iso_week
    FIRST = index(["a", "b"], 0)
  }
}
