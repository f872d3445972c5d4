//! A module that uses others, with many files.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// Writes a module in a folder, and the others below it, each with this many files.
pub(crate) fn write(folder: &Path, modules: usize, files: usize) -> io::Result<()> {
    let mut root = String::new();
    for module in 0..modules {
        _ = writeln!(
            root,
            "module \"m{module}\" {{\n  source = \"./modules/m{module}\"\n  prefix = \"m{module}\"\n}}\n"
        );
        let inner = folder.join(format!("modules/m{module}"));
        fs::create_dir_all(&inner)?;
        fs::write(inner.join("variables.tf"), VARIABLES)?;
        for file in 1..files {
            fs::write(inner.join(format!("part_{file}.tf")), part(module, file))?;
        }
    }
    fs::write(folder.join("main.tf"), root)
}

/// The number of resources in a file, with which it has 1.9 kB. The files of public modules have 1.2 kB in the median and 3.4 kB on
/// average.
const BLOCKS: usize = 2;

const VARIABLES: &str = r#"variable "prefix" {
  type        = string
  description = "The start of all names."

  validation {
    condition     = length(var.prefix) > 1
    error_message = "The prefix is too short: ${var.prefix}."
  }
}

variable "zones" {
  type    = list(object({ name = string, size = optional(number, 1) }))
  default = [{ name = "a" }, { name = "b", size = 2 }]
}
"#;

/// Returns a file like those of infrastructure, with all kinds of expressions.
fn part(module: usize, file: usize) -> String {
    let mut text = format!("# The part {file} of the module {module}.\n");
    for block in 0..BLOCKS {
        _ = write!(
            text,
            r#"
locals {{
  name_{file}_{block}  = lower("${{var.prefix}}-{block}")
  sizes_{file}_{block} = {{ for zone in var.zones : zone.name => zone.size if zone.size > 0 }}
}}

# The machines of a zone.
resource "example_machine" "m{file}_{block}" {{
  for_each = local.sizes_{file}_{block}
  name     = "${{local.name_{file}_{block}}}-${{each.key}}"
  size     = each.value * 2 + {file}
  ports    = [for port in [80, 443] : port + {block}]
  tags = {{
    Name  = "machine"
    Stage = try(each.value.stage, "test")
  }}

  disk {{
    size = 10
    path = "/mnt/${{each.key}}"
  }}

  lifecycle {{
    create_before_destroy = true
    ignore_changes        = [tags]
  }}
}}

output "names_{file}_{block}" {{
  value       = [for machine in example_machine.m{file}_{block} : machine.name]
  description = "The names of the machines."
}}
"#
        );
    }
    text
}
