//! A small infrastructure language, evaluated gradually in two processes.
//!
//! `plan` reads the files of a folder, shows what would be created, as far as it is known, and writes a plan.
//! `apply` reads the plan (it no longer needs the folder), creates the planned resources, and shows the
//! outputs. Values that the cloud decides are unknown to `plan` and known to `apply`.
//!
//! ```sh
//! cargo run --example planner -- plan examples/planner/network --var 'network_numbers=[1, 2]'
//! cargo run --example planner -- apply plan.artifact
//! ```
//!
//! A variable without a value in `plan` can get one with `--var` in `apply`. Read the source in this order:
//!
//! | file | content |
//! |---|---|
//! | `main.rs` | the commands |
//! | `language.rs` | the blocks of the language, and the values that the cloud gives them |
//! | `plan.rs`, `apply.rs` | an evaluation with unknown values, and one that must agree with it |
//! | `settings.rs`, `provider.rs` | types of resources as structs, and values known only after creation |
//! | `show.rs`, `draw.rs` | display of values and of the graph |

mod apply;
mod draw;
mod language;
mod plan;
mod provider;
mod settings;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hcldyn::Diagnostics;
use hcldyn::diag::Report;

/// Plans and applies a small infrastructure language.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show what would be created, and write a plan.
    Plan {
        /// The folder with the configuration, files that end in ".hcl".
        folder: PathBuf,
        /// A value for a variable.
        #[arg(long = "var", value_name = "NAME=VALUE")]
        variables: Vec<String>,
        /// The file to write the plan to.
        #[arg(long, value_name = "FILE", default_value = "plan.artifact")]
        out: PathBuf,
        /// Draw what needs what, into NAME.dot and NAME.svg.
        #[arg(long, value_name = "NAME")]
        graph: Option<PathBuf>,
    },
    /// Create what was planned.
    Apply {
        /// The plan.
        plan: PathBuf,
        /// A value for a variable that had none when the plan was made.
        #[arg(long = "var", value_name = "NAME=VALUE")]
        variables: Vec<String>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Plan { folder, variables, out, graph } => {
            plan::plan(&folder, &variables, &out, graph.as_deref())
        }
        Command::Apply { plan, variables } => apply::apply(&plan, &variables),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    match error.downcast_ref::<Diagnostics>() {
        Some(diags) => eprint!("{}", Report::new(diags)),
        None => eprintln!("error: {error}"),
    }
    ExitCode::FAILURE
}
