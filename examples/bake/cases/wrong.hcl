version = "1.${minor}"

function "tag" {
  params = [name]
  result = "${nam}:${version}"
}

target "default" {
  tags     = "app"
  no-cache = maybe("yes")
}
