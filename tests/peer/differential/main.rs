//! Compares random expressions with the reference: reads the cases of `go run .
//! generate-expressions` and prints the differences. The script `run` runs both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for testing may stop")]

use std::collections::BTreeMap;
use std::io::stdin;
use std::process::ExitCode;

use hcldyn_tests::differential::{Answer, Case, compare};

/// The number of the shortest cases of a kind to print.
const SHOWN: usize = 4;

/// The results so far.
#[derive(Default)]
struct Totals {
    cases: usize,
    deliberate: BTreeMap<&'static str, usize>,
    unexplained: BTreeMap<(String, String), Vec<(Case, String)>>,
}

fn main() -> ExitCode {
    let mut totals = Totals::default();
    for line in stdin().lines() {
        totals.add(&line.unwrap());
    }
    totals.print();
    if totals.unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Totals {
    fn add(&mut self, line: &str) {
        let json = serde_json::from_str(line).unwrap();
        let case = Case::answer(&json);
        self.cases += 1;
        let comparison = compare(&case);
        for reason in comparison.reasons {
            *self.deliberate.entry(reason).or_default() += 1;
        }
        if let Some(first) = comparison.unexplained.first() {
            let variables = json["variables"].to_string();
            let group = (first.describe(), summary(&case.found).to_owned());
            self.unexplained.entry(group).or_default().push((case, variables));
        }
    }

    fn print(&mut self) {
        for ((difference, summary), cases) in &mut self.unexplained {
            println!("{difference} {summary}: {}", cases.len());
            cases.sort_by_key(|(case, variables)| case.text.len() + variables.len());
            for (case, variables) in cases.iter().take(SHOWN) {
                println!("  {:?} with {variables}", case.text);
                println!("    is       {}", case.found);
                println!("    should   {}", case.expected);
            }
        }
        println!("{} cases, meant to differ:", self.cases);
        for (reason, count) in &self.deliberate {
            println!("{count:>7} {reason}");
        }
        let unexplained: usize = self.unexplained.values().map(Vec::len).sum();
        println!("{unexplained:>7} differ and should not");
    }
}

/// The subject of an error, which distinguishes kinds of differences.
fn summary(answer: &Answer) -> &str {
    match answer {
        Answer::Unreadable(failure) | Answer::Fails(failure) => &failure.first().summary,
        Answer::Value(_) | Answer::Panics => "",
    }
}
