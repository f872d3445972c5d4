# The second block overrides the tags, which it refers to.
target "default" {
  tags = ["app:1"]
}

target "default" {
  tags = concat(target.default.tags, ["app:latest"])
}
