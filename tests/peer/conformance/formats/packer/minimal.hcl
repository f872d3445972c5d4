# A map of blocks with two labels that is empty has another type: see DIFFERENCES.md.
source "null" "none" {}
build {
  sources = []
}
