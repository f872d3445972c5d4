# Groups of groups, in which members are not repeated, and a target that no group has.
group "default" {
  targets = ["app", "tools"]
}

group "tools" {
  description = "Programs for developers."
  targets     = ["lint", "docs", "lint"]
}

target "app" {
  tags = ["example/app"]
}

target "lint" {
  dockerfile = "lint.Dockerfile"
}

target "docs" {
  context = "./docs/../docs/"
}

target "unused" {}
