# The second block overrides the tags, but those of the first one are evaluated, too.
target "default" {
  tags = concat(target.default.tags, ["app:latest"])
}

target "default" {
  tags = ["app:1"]
}
