//! Compares layouts with the reference: reads the cases of `go run . generate-formats` and prints the
//! differences. The script `../run-formats` runs both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for testing may stop")]

use std::collections::BTreeMap;
use std::io::stdin;
use std::process::ExitCode;

use hcldyn_tests::formats::{Case, Difference};

/// The maximum number of cases printed for each kind, shortest first.
const SHOWN: usize = 8;

fn main() -> ExitCode {
    let (mut count, mut changed) = (0, 0);
    let mut deliberate: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: BTreeMap<Difference, Vec<Case>> = BTreeMap::new();
    for line in stdin().lines() {
        let json = serde_json::from_str(&line.unwrap()).unwrap();
        let case = Case::answer(&json);
        count += 1;
        changed += usize::from(case.text != case.expected);
        if let Some(reason) = case.reason() {
            *deliberate.entry(reason).or_default() += 1;
        }
        for difference in case.differences() {
            found.entry(difference).or_default().push(Case::answer(&json));
        }
    }
    for (difference, cases) in &mut found {
        println!("=== {difference:?}: {}", cases.len());
        cases.sort_by_key(|case| case.text.len());
        for Case { text, expected, found } in cases.iter().take(SHOWN) {
            println!("--- {text:?}\n    is     {found:?}\n    should {expected:?}");
        }
    }
    println!("meant to differ:");
    for (reason, count) in &deliberate {
        println!("{count:>7} {reason}");
    }
    println!("{count} sources, {changed} of them changed by the reference");
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
