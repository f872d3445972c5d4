source "virtualbox-iso" "ubuntu" {
  # From the mirror.
  iso_url           = "https://mirror.example/${version}.iso"
  iso_checksum      = "sha256:${var.sums["ubuntu"]}" # see sums.txt
  ssh_timeout       = "20m"
}
