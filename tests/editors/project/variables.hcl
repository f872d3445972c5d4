variable "zone" {
  default = "eu"
}
