//! A valid module, which the mistakes are planted in.

/// The files of the module, by their paths.
pub(super) const FILES: [(&str, &str); 5] = [
    ("main.tf", MAIN),
    ("outputs.tf", OUTPUTS),
    ("variables.tf", VARIABLES),
    ("versions.tf", VERSIONS),
    ("network/main.tf", NETWORK),
];

const MAIN: &str = r#"locals {
  first = var.sites[0]
  label = "${var.name}-${var.port}"
}

resource "terraform_data" "server" {
  count = var.port
  input = {
    index = count.index
    name  = local.label
  }
}

resource "terraform_data" "site" {
  for_each = var.by_name
  input    = "${each.key}:${each.value.port}"

  lifecycle {
    precondition {
      condition     = each.value.port > 0
      error_message = "The port of ${each.key} must be positive."
    }
  }
}

module "network" {
  source = "./network"
  name   = var.name
  ports  = [var.port, local.first.port]
}

module "several" {
  source = "./network"
  count  = 2
  name   = "several${count.index}"
}

module "keyed" {
  source   = "./network"
  for_each = var.by_name
  name     = each.value.name
}

check "network" {
  assert {
    condition     = module.network.id != ""
    error_message = "The network needs an id."
  }
}
"#;

const OUTPUTS: &str = r#"output "ids" {
  value = terraform_data.server[*].id
}

output "names" {
  value = [for site in var.sites : upper(site.name) if var.flag]
}

output "networks" {
  value = concat(module.several[*].id, [for key, it in module.keyed : it.id], [module.network.id])
}

output "secret" {
  value     = "${var.password}-${module.network.token}"
  sensitive = true
}

output "sites" {
  value = { for key, site in terraform_data.site : key => site.output }
}
"#;

const VARIABLES: &str = r#"variable "name" {
  type = string
}

variable "port" {
  type    = number
  default = 80
}

variable "flag" {
  type    = bool
  default = true
}

variable "sites" {
  type = list(object({
    name = string
    port = optional(number, 80)
  }))
}

variable "by_name" {
  type = map(object({ name = string, port = number }))
}

variable "password" {
  type      = string
  sensitive = true

  validation {
    condition     = length(var.password) > 8
    error_message = "The password is too short."
  }
}
"#;

const VERSIONS: &str = r#"terraform {
  required_version = ">= 1.9"
}
"#;

const NETWORK: &str = r#"terraform {
  required_version = ">= 1.9"
}

variable "name" {
  type = string
}

variable "ports" {
  type    = list(number)
  default = []
}

resource "terraform_data" "network" {
  input = { name = var.name, ports = var.ports }
}

output "id" {
  value = terraform_data.network.id
}

output "token" {
  value     = sensitive("abc")
  sensitive = true
}
"#;

/// The requirement of the provider with a schema.
pub(super) const PROVIDER: &str = r#"
terraform {
  required_providers {
    example = {
      source  = "example/example"
      version = "~> 1.0"
    }
  }
}
"#;

/// The schema of the provider.
pub(super) const SCHEMA: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/example": {
  "provider": {"version": 0, "block": {}},
  "resource_schemas": {"example_disk": {"version": 0, "block": {
    "attributes": {
      "id": {"type": "string", "computed": true},
      "key": {"type": "string", "computed": true, "sensitive": true},
      "size": {"type": "number", "required": true},
      "name": {"type": "string", "optional": true},
      "tags": {"type": ["map", "string"], "optional": true},
      "kind": {"type": "string", "optional": true, "deprecated": true}
    },
    "block_types": {
      "mount": {"nesting_mode": "list", "max_items": 1, "block": {"attributes": {
        "path": {"type": "string", "required": true},
        "read_only": {"type": "bool", "optional": true}
      }}},
      "quota": {"nesting_mode": "set", "block": {"deprecated": true, "attributes": {
        "bytes": {"type": "number", "optional": true}
      }}}
    }
  }}},
  "data_source_schemas": {"example_image": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true},
    "name": {"type": "string", "required": true}
  }}}}
}}}"#;
