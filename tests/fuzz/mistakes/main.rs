//! Decodes random configurations with planted mistakes: `fuzz-mistakes [seed] [count]`.
//!
//! Each mistake should be one error in the planted item. Prints the configurations in which it is not.
//! `fuzz-mistakes SEED 1 INDEX` runs one case again.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcldyn_tests::mistakes::run;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().ok());
    let mut number = |default| args.next().flatten().unwrap_or(default);
    let (seed, count, first) = (number(1), number(2_000), number(0));
    let (mut right, mut mistakes, mut errors) = (0, 0, 0);
    let mut wrong: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for index in first..first.saturating_add(count) {
        let case = run(seed, index);
        mistakes += case.mistakes.len();
        errors += case.count;
        if case.is_right() {
            right += 1;
            continue;
        }
        let names: Vec<_> = case.mistakes.iter().map(|(name, _)| *name).collect();
        println!("=== case {index} of seed {seed}: {:?}", case.mistakes);
        println!("{}{}missed: {:?}", case.text, case.errors, case.missed);
        *wrong.entry(names).or_default() += 1;
    }
    for (names, count) in wrong {
        println!("{count} times: {names:?}");
    }
    println!("{count} cases, {right} right; {mistakes} mistakes, {errors} errors");
    if right * 100 >= count * 99 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
