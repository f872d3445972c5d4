target "default" {
  tags = target.base.tags
}

target "base" {
  tags = concat(target.default.tags, ["base"])
}
