# A target as a context of another one is built, too.
target "default" {
  contexts = {
    base = "target:base"
    src  = "../src"
  }
  platforms = ["linux/amd64", "linux/arm64"]
}

target "base" {
  dockerfile-inline = <<-EOT
    FROM alpine
    RUN echo $${HOME}
  EOT
  platforms = ["linux/amd64", "linux/arm64", "linux/riscv64"]
  network   = "host"
}
