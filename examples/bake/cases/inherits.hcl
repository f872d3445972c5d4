# Some options of the parents are replaced, others are extended.
target "base" {
  args = {
    GO   = "1.23"
    MODE = "release"
    NONE = null
  }
  labels = {
    team = "a"
  }
  platforms  = ["linux/amd64", "linux/arm64"]
  cache-from = ["user/app:cache"]
  secret     = ["id=token,env=TOKEN"]
  ulimits    = ["nofile=1024"]
}

target "debug" {
  args = {
    MODE = "debug"
  }
  platforms = ["linux/amd64"]
}

target "default" {
  inherits = ["base", "debug"]
  args = {
    GO = 1.50
  }
  labels = {
    team = "b"
    size = 3
  }
  cache-from = ["user/app:cache", "type=gha"]
  secret     = ["id=token,env=OTHER"]
  ulimits    = ["nproc=10"]
}
