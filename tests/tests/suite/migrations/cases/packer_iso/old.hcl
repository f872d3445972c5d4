source "virtualbox-iso" "ubuntu" {
  # From the mirror.
  iso_url           = "https://mirror.example/${version}.iso"
  iso_checksum_type = "sha256"
  iso_checksum      = var.sums["ubuntu"] # see sums.txt
  ssh_wait_timeout  = "20m"
}
