//! Renames names in random configurations: `fuzz-renames SEED COUNT [FIRST]`. Each renaming keeps the decoded value, or is
//! rejected and would have changed it. `fuzz-renames SEED COUNT sabotage` leaves the last edit out, and counts the
//! renamings in which this is found.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::process::ExitCode;

use hcldyn_tests::renames::{Outcome, check};

/// The number of wrong renamings that are shown.
const SHOWN: usize = 20;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let usage = "usage: fuzz-renames SEED COUNT [FIRST | sabotage]";
    let seed = args.next().ok_or(usage)?.parse()?;
    let count: u64 = args.next().ok_or(usage)?.parse()?;
    let last = args.next().unwrap_or_default();
    let is_sabotage = last == "sabotage";
    let first = last.parse().unwrap_or(0);
    let (mut outcomes, mut wrong) = (BTreeMap::<Outcome, usize>::new(), 0);
    for index in first..first + count {
        let tamper = |edits: &mut Vec<_>| {
            if is_sabotage {
                edits.pop();
            }
        };
        match check(seed, index, tamper) {
            Ok(outcome) => *outcomes.entry(outcome).or_default() += 1,
            Err(error) => {
                wrong += 1;
                if wrong <= SHOWN && !is_sabotage {
                    println!("case {index} of seed {seed}: {error}\n");
                }
            }
        }
    }
    println!("{count} cases: {outcomes:?}, {wrong} wrong");
    // Without an edit, no name that was changed is right.
    let renamed = outcomes.get(&Outcome::Renamed).copied().unwrap_or_default();
    let is_right = if is_sabotage { renamed == 0 } else { wrong == 0 };
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
