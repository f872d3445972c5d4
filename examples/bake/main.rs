//! Prints build definitions with all expressions evaluated, as `docker buildx bake --print` does.
//!
//! ```sh
//! cargo run --example bake -- -f examples/bake/cases/matrix.hcl --set '*.platform=linux/arm64' app
//! ```
//!
//! | file | content |
//! |---|---|
//! | `main.rs` | the arguments, and the stages |
//! | `language.rs` | the blocks and their attributes, as structs |
//! | `load.rs` | the files, their names, and the decoding of all blocks |
//! | `functions.rs`, `functions.hcl` | the functions of the language |
//! | `entry.rs` | entries such as those of `cache-from`, which are strings or objects |
//! | `options.rs`, `set.rs` | combination and overrides of targets |
//! | `resolve.rs` | the requested groups and targets |
//! | `cases` | definitions with what buildx prints for them |
//!
//! This is the language. The rest of buildx is left out: conditions on a build, such as known platforms and existing files, the
//! shortest form of paths, `SOURCE_DATE_EPOCH`, flags such as `--push` with their overrides `push` and `load`, policies,
//! Compose files, and definitions from other places. Null leaves an option unset, and unknown blocks are errors. Fields of entries
//! are not checked, and have no line breaks. A value from outside for a variable of the type `any` is an expression.

mod entry;
mod functions;
mod language;
mod load;
mod options;
mod resolve;
mod set;

use std::process::ExitCode;

use clap::Parser;
use hcldyn::Diagnostics;
use hcldyn::diag::Report;

use self::load::Definitions;

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
    let definitions = stage(|diags| Definitions::read(&arguments.file, diags))?;
    let mut bake = stage(|diags| definitions.bake(&arguments.var, diags))?;
    bake.overrides = set::overrides(&arguments.set, bake.targets.keys())?;
    bake.print(&arguments.targets)
}

/// Runs a stage that later ones need.
fn stage<T>(run: impl FnOnce(&mut Diagnostics) -> T) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    let result = run(&mut diags);
    diags.into_result(Some(result))
}
