//! Writes a folder of configurations with their spec, for `hcldyn lsp --bench`: `lsp-folder FOLDER [files] [bytes] [together]`.
//!
//! The files are in folders of ten, and there is one of 100 kB. With the word `together`, all are in one folder and are one
//! configuration.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const LARGEST: usize = 100_000;

/// The number of files in a folder.
const TOGETHER: usize = 10;

const SPEC: &str = r#"functions     = "all"
own_variables = true

object {
  block_map "service" {
    labels = ["name"]
    object {
      attr "host" {
        type     = string
        required = true
        docs     = "The name by which clients reach the service."
      }
      attr "port" {
        type     = number
        required = true
        min      = 1
        max      = 65535
      }
      attr "tags" { type = list(string) }
      attr "limits" { type = map(string) }
      attr "level" {
        type    = string
        default = "info"
        one_of  = ["debug", "info", "error"]
      }
      block "check" {
        object {
          attr "path" { type = string }
          attr "interval" { type = number }
        }
      }
    }
  }
}
"#;

fn main() -> io::Result<()> {
    let args: Vec<_> = env::args().skip(1).collect();
    let number =
        |at: usize, default| args.get(at).and_then(|it| it.parse().ok()).unwrap_or(default);
    let folder = PathBuf::from(args.first().map_or("lsp-folder", String::as_str));
    let (files, bytes) = (number(1, 1_000), number(2, 10_000));
    let is_one = args.iter().any(|arg| arg == "together");
    let pattern = if is_one { "./" } else { "**/*.hcl" };
    write(&folder.join("app.hcldec"), SPEC)?;
    let settings = format!("spec \"app.hcldec\" {{\n  files = [\"{pattern}\"]\n}}\n");
    write(&folder.join(".hcldyn.hcl"), &settings)?;
    write(&folder.join("largest.hcl"), &text("largest", LARGEST))?;
    for file in 0..files {
        let name = format!("{file}.hcl");
        let inner = if is_one { name } else { format!("{}/{name}", file / TOGETHER) };
        write(&folder.join(inner), &text(&format!("f{file}"), bytes))?;
    }
    Ok(())
}

/// Returns a configuration with at least this many bytes.
fn text(name: &str, bytes: usize) -> String {
    let mut text = format!("variable \"base_{name}\" {{\n  default = 8000\n}}\n");
    for service in 0.. {
        let level = ["debug", "info", "error"][service % 3];
        let _ = write!(
            text,
            "\n# The service {service} of {name}.\nservice \"{name}-{service}\" {{\n  \
               host   = \"${{lower(\"S{service}\")}}.example.com\"\n  \
               port   = var.base_{name} + {service}\n  \
               tags   = [\"a\", \"b{service}\", upper(\"c\")]\n  \
               limits = {{ cpu = \"2\", memory = \"${{256 * 2}}MB\" }}\n  \
               level  = \"{level}\"\n  \
               check {{\n    path     = \"/healthz\"\n    interval = 10\n  }}\n}}\n"
        );
        if text.len() >= bytes {
            break;
        }
    }
    text
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    fs::write(path, text)
}
