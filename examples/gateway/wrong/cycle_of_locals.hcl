locals {
  first  = local.second + 1
  second = local.first - 1
}

workers = local.first
