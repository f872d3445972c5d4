//! Prints build definitions with all expressions evaluated, as `docker buildx bake --print` does.
//!
//! ```sh
//! cargo run --example bake -- -f examples/bake/cases/matrix.hcl --set '*.platform=linux/arm64' app
//! ```
//!
//! Compose files, remote definitions, definitions from the standard input and the functions `bcrypt` and `rsadecrypt`
//! are not supported. Of the conditions on a build, only those in `check.rs` are checked.
//!
//! | file | content |
//! |---|---|
//! | `main.rs` | the arguments, and the stages |
//! | `load.rs` | the files, and the decoding of all blocks |
//! | `language.rs`, `entry.rs` | the blocks and their attributes, as structs |
//! | `names.rs`, `variable.rs` | names and their values, evaluated on demand |
//! | `functions.rs`, `functions.hcl` | the functions of the language |
//! | `merge.rs`, `set.rs` | combination and overrides of targets |
//! | `resolve.rs`, `check.rs` | the requested targets, and the conditions that they must meet |
//! | `cases` | definitions with what buildx prints for them |

mod check;
mod entry;
mod functions;
mod language;
mod load;
mod merge;
mod names;
mod resolve;
mod set;
mod variable;

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;

use clap::Parser;
use hcldyn::Diagnostics;
use hcldyn::diag::{Diagnostic, Report};

use self::set::Shorthands;
use self::variable::Given;

/// Prints build definitions.
#[derive(Parser)]
struct Arguments {
    /// A file with definitions.
    #[arg(short, long)]
    file: Vec<String>,
    /// Overrides an option of some targets.
    #[arg(long, value_name = "PATTERN.KEY=VALUE")]
    set: Vec<String>,
    /// Sets a variable.
    #[arg(long, value_name = "NAME=VALUE")]
    var: Vec<String>,
    #[command(flatten)]
    shorthands: Shorthands,
    /// Groups and targets, or patterns of their names.
    targets: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut diags = Diagnostics::new();
    match print(&arguments, &mut diags) {
        Some(printed) if !diags.has_errors() => {
            println!("{printed:#}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{}", Report::new(&diags));
            ExitCode::FAILURE
        }
    }
}

/// Evaluates the definitions. Returns `None` after reporting an error.
fn print(arguments: &Arguments, diags: &mut Diagnostics) -> Option<serde_json::Value> {
    let (definitions, bodies) = load::definitions(&arguments.file, diags)?;
    let given = given(arguments, diags);
    let local = format!("{}/{}", env::consts::OS, platform());
    let library = functions::context()
        .with_variable("BAKE_CMD_CONTEXT", "cwd://")
        .with_variable("BAKE_LOCAL_PLATFORM", local);
    let names = definitions.names(given, &library);
    definitions.check(&names, diags);
    if diags.has_errors() {
        return None;
    }
    let mut bake = load::targets(&names, &bodies, diags)?;
    definitions.check_attributes(&names, diags);
    if diags.has_errors() {
        return None;
    }
    let set = [&arguments.set[..], &arguments.shorthands.overrides()].concat();
    let known: Vec<_> = bake.targets.keys().map(String::as_str).collect();
    let overrides = set::overrides(&set, &known);
    match overrides {
        Ok(overrides) => bake.overrides = overrides,
        Err(error) => {
            diags.push(Diagnostic::input_error("--set", "Invalid override", error));
            return None;
        }
    }
    bake.print(&arguments.targets).map_err(|errors| diags.append(errors)).ok()
}

/// Collects the values for variables from outside.
fn given(arguments: &Arguments, diags: &mut Diagnostics) -> Given {
    let mut given = BTreeMap::new();
    for argument in arguments.var.iter().filter(|it| !it.is_empty()) {
        match argument.split_once('=') {
            Some((name, value)) if !name.is_empty() => {
                given.insert(name.to_owned(), value.to_owned());
            }
            _ => {
                let detail = format!("{argument:?} is not of the form NAME=VALUE.");
                diags.push(Diagnostic::input_error("--var", "Invalid variable", detail));
            }
        }
    }
    let environment = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    Given { arguments: given, environment: environment.collect() }
}

/// Returns the name that container images have for the architecture.
fn platform() -> &'static str {
    match env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}
