# Two targets that use attributes of each other.
target "default" {
  context = "app"
  tags    = concat(target.base.tags, ["app:${target.base.args.VERSION}"])
}

target "base" {
  context = "${target.default.context}/base"
  tags    = ["base"]
  args = {
    VERSION = "7"
  }
}
