//! Compares the values that a language server shows of random configurations with those of the command:
//! `fuzz-values [seed] [count] [first]`. Prints the configurations for which they differ. `fuzz-values files FOLDER...` compares
//! those of all files in folders.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::process::ExitCode;

use hcldyn_tests::shown_values::{compare, run};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if std::env::args().nth(1).is_some_and(|it| it == "files") {
        return files(args.skip(1));
    }
    let mut number = |default| args.next().and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let (seed, count, first): (u64, u64, u64) = (number(1), number(10_000), number(0));
    let (mut values, mut blocks, mut wrong) = (0, 0, 0);
    for index in first..first.saturating_add(count) {
        let found = run(seed, index);
        values += found.values;
        blocks += found.blocks;
        for difference in &found.differences {
            println!("=== case {index} of seed {seed}: {difference}");
            wrong += 1;
        }
    }
    println!("{count} cases, {values} values, {blocks} dynamic blocks, {wrong} differences");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares the values of all files in folders.
fn files(folders: impl Iterator<Item = String>) -> ExitCode {
    let mut wrong = 0;
    for folder in folders {
        let found = compare(folder.as_ref());
        for difference in &found.differences {
            println!("=== {difference}");
        }
        wrong += found.differences.len();
        println!(
            "{folder}: {} files, {} values ({} with eval), {} dynamic blocks, {} values in them, {} differences",
            found.files,
            found.values,
            found.commands,
            found.blocks,
            found.generated,
            found.differences.len()
        );
        for (reason, count) in &found.left_out {
            println!("  {count} left out: {reason}");
        }
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
