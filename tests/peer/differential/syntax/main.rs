//! Compares the accepted and rejected sources with the reference: reads the cases of `go run .
//! generate-syntax` and prints the differences. The script `../run-syntax` runs both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for testing may stop")]

use std::collections::BTreeMap;
use std::io::stdin;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hcldyn_tests::syntax::{Answer, Case, Difference, Syntax, rule_for};

/// The maximum number of cases printed for each kind, shortest first.
const SHOWN: usize = 3;

/// The maximum time to parse a source of a few thousand bytes, without optimization on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// The results so far.
#[derive(Default)]
struct Totals {
    accepted: BTreeMap<Syntax, usize>,
    refused: BTreeMap<Syntax, usize>,
    deliberate: BTreeMap<&'static str, usize>,
    unexplained: BTreeMap<(Difference, String), Vec<Case>>,
}

fn main() -> ExitCode {
    let mut totals = Totals::default();
    for line in stdin().lines() {
        let json = serde_json::from_str(&line.unwrap()).unwrap();
        let start = Instant::now();
        let case = Case::answer(&json);
        assert!(start.elapsed() < LONGEST, "too slow: {:?}", case.text);
        totals.add(case);
    }
    totals.print();
    if totals.unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Totals {
    fn add(&mut self, case: Case) {
        let counts = match case.expected.first() {
            None => &mut self.accepted,
            Some(_) => &mut self.refused,
        };
        *counts.entry(case.syntax).or_default() += 1;
        let Some(difference) = case.difference() else { return };
        match rule_for(&case, difference) {
            Some(rule) => *self.deliberate.entry(rule.reason).or_default() += 1,
            None => {
                let summary = case.found.first().map(|it| it.summary.clone()).unwrap_or_default();
                self.unexplained.entry((difference, summary)).or_default().push(case);
            }
        }
    }

    fn print(&mut self) {
        for ((difference, summary), cases) in &mut self.unexplained {
            println!("=== {difference:?} {summary}: {}", cases.len());
            cases.sort_by_key(|case| case.text.len());
            cases.iter().take(SHOWN).for_each(show);
        }
        println!("the reference accepts {:?}, refuses {:?}", self.accepted, self.refused);
        println!("meant to differ:");
        for (reason, count) in &self.deliberate {
            println!("{count:>7} {reason}");
        }
        let unexplained: usize = self.unexplained.values().map(Vec::len).sum();
        println!("{unexplained:>7} differ and should not");
    }
}

/// Prints a case, with markers in its source at the errors.
fn show(case: &Case) {
    println!("--- {:?}\n{}", case.syntax, case.text);
    for (title, answer) in [("is", &case.found), ("should", &case.expected)] {
        match answer {
            Answer::Panics => println!("    {title:<7} a panic"),
            Answer::Read(problems) => {
                let places = problems.iter().map(|it| {
                    let rest = case.text.get(it.start..).unwrap_or_default();
                    let rest: String = rest.chars().take(12).collect();
                    format!("line {} {} at {rest:?}", it.line, it.summary)
                });
                println!("    {title:<7} {:?}", places.collect::<Vec<_>>());
            }
        }
    }
}
