//! The programs of the tutorial, the module `hcldyn::tutorial`. Each has its own folder with the configuration
//! that it reads and its output. The subfolder `mistake` has an invalid configuration and the output for it.
//! The tutorial page shows all of these files.
//!
//! ```sh
//! cargo run --example tutorial 01_first_struct
//! cargo run --example tutorial 01_first_struct/mistake
//! ```

// The programs print, and show some fields only through `Debug`. One shows tests.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, dead_code)]

use std::path::Path;
use std::process::ExitCode;
use std::{env, io};

/// Includes each program as a module; each is a complete program of its own.
macro_rules! pages {
    ($($name:ident in $folder:literal,)*) => {
        $(mod $name {
            include!(concat!($folder, "/main.rs"));

            pub(super) const PROGRAM: fn() = main;
        })*

        /// The folders, with the programs in them.
        const PAGES: &[(&str, fn())] = &[$(($folder, $name::PROGRAM)),*];
    };
}

pages! {
    first_struct in "01_first_struct",
    labels_and_blocks in "02_labels_and_blocks",
    expressions in "03_expressions",
    dynamic_blocks in "04_dynamic_blocks",
    closures in "05_closures",
    unknown_values in "06_unknown_values",
    own_types in "07_own_types",
    run_time_specs in "08_run_time_specs",
    graph in "09_graph",
    gradual_evaluation in "10_gradual_evaluation",
    editing in "11_editing",
    writing in "12_writing",
    whole_program in "13_whole_program",
    testing in "14_testing",
    secrets in "15_secrets",
    language in "16_language",
}

fn main() -> ExitCode {
    let folder = env::args().nth(1).unwrap_or_default();
    let page = PAGES.iter().find(|(name, _)| Path::new(&folder).starts_with(name));
    let Some((_, program)) = page else {
        eprintln!("Which page? One of these, or its mistake, such as {}/mistake:", PAGES[0].0);
        for (name, _) in PAGES {
            eprintln!("  {name}");
        }
        return ExitCode::FAILURE;
    };
    if let Err(error) = enter(&folder) {
        eprintln!("{folder}: {error}");
        return ExitCode::FAILURE;
    }
    program();
    ExitCode::SUCCESS
}

/// Enters the folder of a program, which opens its files by relative paths.
fn enter(folder: &str) -> io::Result<()> {
    env::set_current_dir(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tutorial").join(folder),
    )
}
