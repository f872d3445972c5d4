//! Checks random configurations without values: `fuzz-types [seed] [count]`, `fuzz-types planted [seed] [count]`; or
//! Terraform modules: `fuzz-types modules FOLDER...`, whose diagnostics it prints.
//!
//! An expression that some values evaluate must not be rejected without values, and each planted mistake must be found
//! once, at its source location. Prints the configurations that break these rules.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use hcldyn_tests::type_checks::{module_report, planted, run};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).peekable();
    if args.next_if(|arg| arg == "modules").is_some() {
        args.for_each(|folder| print!("{}", module_report(Path::new(&folder))));
        return ExitCode::SUCCESS;
    }
    let is_planted = args.next_if(|arg| arg == "planted").is_some();
    let mut number = |default| args.next().and_then(|arg| arg.parse().ok()).unwrap_or(default);
    if is_planted {
        plant(number(1), number(300))
    } else {
        compare(number(1), number(100_000), number(0))
    }
}

fn compare(seed: u64, count: u64, first: u64) -> ExitCode {
    let (mut rejected, mut wrong) = (0, 0);
    for index in first..first.saturating_add(count) {
        let outcome = run(seed, index);
        rejected += usize::from(outcome.is_rejected);
        if let Some(difference) = outcome.difference {
            println!("=== case {index} of seed {seed}:\n{difference}");
            wrong += 1;
        }
    }
    println!("{count} cases, {rejected} rejected, {wrong} of them wrongly");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn plant(seed: u64, count: u64) -> ExitCode {
    let (mut right, mut kinds) = (0, BTreeMap::<_, (usize, usize)>::new());
    for index in 0..count {
        let case = planted(seed, index);
        let (found, all) = kinds.entry(case.kind).or_default();
        *all += 1;
        if case.is_found_once() {
            *found += 1;
            right += 1;
        } else {
            println!("=== case {index} of seed {seed}: {} in\n{}", case.mistake, case.text);
            println!("found: {:#?}\nothers: {:#?}", case.messages(), case.other_messages());
        }
    }
    for (kind, (found, all)) in kinds {
        println!("{found} of {all}: {kind}");
    }
    println!("{right} of {count} mistakes found once");
    if right * 100 >= count * 95 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
