//! A small infrastructure language, evaluated gradually in two processes.
//!
//! `plan` reads the files of a folder, shows what would be created as far as that is known, and writes a plan.
//! `apply` reads the plan, with which it needs no folder any more, creates what was planned, and shows the
//! outputs. What the cloud decides is unknown to the first and known to the second.
//!
//! ```sh
//! cargo run --example planner -- plan examples/planner/network --var 'network_numbers=[1, 2]'
//! cargo run --example planner -- apply plan.artifact
//! ```
//!
//! A variable may be left open until `apply`, which then takes it with `--var`. The source is best read in
//! this order:
//!
//! | file | what it shows |
//! |---|---|
//! | `main.rs` | the commands |
//! | `language.rs` | the blocks of the language, as structs and as a graph of names |
//! | `plan.rs`, `apply.rs` | one evaluation with unknown values, and one that must agree with it |
//! | `evaluate.rs` | from the graph to values, block by block |
//! | `resource.rs` | `count`, `for_each`, and one object for each instance |
//! | `settings.rs`, `provider.rs` | types of resources: structs, and what is only known once one is created |
//! | `show.rs`, `draw.rs` | values and the graph for people |

mod apply;
mod draw;
mod evaluate;
mod language;
mod plan;
mod provider;
mod resource;
mod settings;
mod show;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

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
        /// Where to write the plan.
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
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&*error);
            ExitCode::FAILURE
        }
    }
}

/// Problems of a configuration are shown in its text.
fn report(error: &(dyn Error + 'static)) {
    match error.downcast_ref::<Diagnostics>() {
        Some(diags) => eprint!("{}", Report::new(diags, Style::Plain)),
        None => eprintln!("error: {error}"),
    }
}
