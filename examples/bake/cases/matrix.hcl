# One target for each value of a matrix, and a group with the name of the block.
target "app" {
  name = "app-${sanitize(release.version)}"
  matrix = {
    release = [
      { version = "1.0", base = "alpine" },
      { version = "2.0", base = "debian" },
    ]
  }
  tags = ["example/app:${release.version}"]
  args = {
    BASE = release.base
  }
}

target "single" {
  matrix = {
    only = ["value"]
  }
  args = {
    ONLY = only
  }
}
