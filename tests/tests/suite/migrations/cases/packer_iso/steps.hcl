rename "ssh" {
  from = "source[\"virtualbox-*\"].ssh_wait_timeout"
  to   = "ssh_timeout"
}
