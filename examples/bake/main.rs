//! Prints build definitions with all expressions evaluated, as `docker buildx bake --print` does.
//!
//! ```sh
//! cargo run --example bake -- -f examples/bake/cases/matrix.hcl --set '*.platform=linux/arm64' app
//! ```
//!
//! Flags that are short for `--set`, such as `--push`, Compose files, remote definitions, definitions from the standard input and the functions `bcrypt` and `rsadecrypt`
//! are not supported. Of the conditions on a build, only those in `check.rs` are checked.
//!
//! | file | content |
//! |---|---|
//! | `main.rs` | the arguments, and the stages |
//! | `load.rs` | the files, and the decoding of all blocks |
//! | `language.rs`, `entry.rs` | the blocks and their attributes, as structs |
//! | `names.rs`, `variable.rs` | names and their values, evaluated on demand |
//! | `functions.rs`, `functions.hcl` | the functions of the language |
//! | `options.rs`, `set.rs` | combination and overrides of targets |
//! | `resolve.rs`, `check.rs` | the requested targets, and the conditions that they must meet |
//! | `cases` | definitions with what buildx prints for them |

mod check;
mod entry;
mod functions;
mod language;
mod load;
mod names;
mod options;
mod resolve;
mod set;
mod variable;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use hcldyn::Diagnostics;
use hcldyn::diag::{Diagnostic, Report};

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
    /// Groups and targets, or patterns of their names.
    targets: Vec<String>,
}

fn main() -> ExitCode {
    match print(&Arguments::parse()) {
        Ok(printed) => {
            println!("{printed:#}");
            ExitCode::SUCCESS
        }
        Err(errors) => {
            eprintln!("{}", Report::new(&errors));
            ExitCode::FAILURE
        }
    }
}

/// Evaluates the definitions.
fn print(arguments: &Arguments) -> Result<serde_json::Value, Diagnostics> {
    let definitions = stage(|diags| load::definitions(&arguments.file, diags))?;
    let library = functions::context()
        .with_variable("BAKE_CMD_CONTEXT", "cwd://")
        .with_variable("BAKE_LOCAL_PLATFORM", format!("{}/{}", env::consts::OS, architecture()));
    let names = stage(|diags| {
        let names = definitions.names(given(&arguments.var, diags), &library);
        definitions.check(&names, diags);
        names
    })?;
    let mut bake = stage(|diags| {
        let bake = definitions.bake(&names, diags);
        definitions.check_attributes(&names, diags);
        bake
    })?;
    bake.overrides = set::overrides(&arguments.set, &bake.targets)
        .map_err(|error| Diagnostic::input_error("--set", "Invalid override", error))?;
    bake.print(&arguments.targets)
}

/// Runs a stage that later ones need.
fn stage<T>(run: impl FnOnce(&mut Diagnostics) -> T) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    let result = run(&mut diags);
    diags.into_result(Some(result))
}

/// Collects the values for variables from outside.
fn given(arguments: &[String], diags: &mut Diagnostics) -> Given {
    let mut given = BTreeMap::new();
    for argument in arguments.iter().filter(|it| !it.is_empty()) {
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
    let variables = env::vars_os();
    let text = |(name, value): (OsString, OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    Given { arguments: given, environment: variables.filter_map(text).collect() }
}

/// Returns the name that container images have for the architecture.
fn architecture() -> &'static str {
    match env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}
