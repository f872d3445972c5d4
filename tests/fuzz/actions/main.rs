//! Applies the actions of a language server to random configurations: `fuzz-actions SEED COUNT [FIRST]`. Each keeps the
//! decoded value. `fuzz-actions SEED COUNT sabotage` changes a digit of each edit, and counts the cases in which this is
//! found.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;
use std::process::ExitCode;

use hcldyn_tests::actions::{Tally, check, sabotage};

/// The number of wrong actions that are shown.
const SHOWN: usize = 20;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let usage = "usage: fuzz-actions SEED COUNT [FIRST | sabotage]";
    let seed = args.next().ok_or(usage)?.parse()?;
    let count: u64 = args.next().ok_or(usage)?.parse()?;
    let last = args.next().unwrap_or_default();
    let is_sabotage = last == "sabotage";
    let first = last.parse().unwrap_or(0);
    let (mut tally, mut wrong) = (Tally::default(), 0);
    for index in first..first + count {
        let tamper = |edits: &mut Vec<_>| {
            if is_sabotage {
                sabotage(edits);
            }
        };
        if let Err(error) = check(seed, index, &mut tally, tamper) {
            wrong += 1;
            if wrong <= SHOWN && !is_sabotage {
                println!("case {index} of seed {seed}: {error}\n");
            }
        }
    }
    for (title, (applied, rejected)) in &tally.0 {
        println!("{title}: {applied} applied, {rejected} not possible");
    }
    println!("{count} cases, {wrong} wrong");
    let is_right = if is_sabotage { wrong > 0 } else { wrong == 0 };
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
