job "backup" {
  every = "1h"
  settings {
    target = "/srv/backup"
  }
}
