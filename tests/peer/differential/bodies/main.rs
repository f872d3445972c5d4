//! Compares random bodies, decoded by random specs, with the reference: reads the cases of `go run
//! . generate-bodies` and prints the differences. The argument is the number of the first case. The
//! script `../run-bodies` runs both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for testing may stop")]

use std::collections::BTreeMap;
use std::io::stdin;
use std::process::ExitCode;

use hcldyn_tests::bodies::{Answer, Case, Way, compare};

/// The number of the shortest cases of a kind to print.
const SHOWN: usize = 3;

/// The results so far.
#[derive(Default)]
struct Totals {
    /// The number of the first case.
    first: usize,
    cases: usize,
    answers: BTreeMap<Way, usize>,
    panics: usize,
    deliberate: BTreeMap<&'static str, usize>,
    unexplained: BTreeMap<String, Vec<Unexplained>>,
}

/// An unexplained case.
struct Unexplained {
    /// The number to generate it again.
    number: usize,
    case: Case,
    /// The offset of the first difference.
    start: Option<usize>,
}

fn main() -> ExitCode {
    let first = std::env::args().nth(1).map_or(0, |number| number.parse().unwrap());
    let mut totals = Totals { first, ..Totals::default() };
    for line in stdin().lines() {
        let json: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        totals.panics += usize::from(json["panics"] == true);
        for case in Case::answers(&json) {
            totals.add(case);
        }
        totals.cases += 1;
    }
    totals.print();
    if totals.unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Totals {
    fn add(&mut self, case: Case) {
        *self.answers.entry(case.way).or_default() += 1;
        let comparison = compare(&case);
        for reason in comparison.reasons {
            *self.deliberate.entry(reason).or_default() += 1;
        }
        if let Some(first) = comparison.unexplained.first() {
            let kind = format!("{:?}: {}", case.way, first.describe());
            let start = first.start();
            let unexplained = Unexplained { number: self.first + self.cases, start, case };
            self.unexplained.entry(kind).or_default().push(unexplained);
        }
    }

    fn print(&mut self) {
        for (kind, cases) in &mut self.unexplained {
            println!("=== {kind}: {}", cases.len());
            cases.sort_by_key(|it| it.case.text.len() + it.case.spec.to_string().len());
            cases.iter().take(SHOWN).for_each(Unexplained::show);
        }
        println!("{} cases, the reference panics in {}", self.cases, self.panics);
        for (way, count) in &self.answers {
            println!("{count:>7} {way:?}");
        }
        println!("meant to differ:");
        for (reason, count) in &self.deliberate {
            println!("{count:>7} {reason}");
        }
        let unexplained: usize = self.unexplained.values().map(Vec::len).sum();
        println!("{unexplained:>7} differ and should not");
    }
}

impl Unexplained {
    /// Prints the case, with a marker in its source at the difference.
    fn show(&self) {
        let Self { number, case, start } = self;
        let (before, after) = case.text.split_at(start.unwrap_or(case.text.len()));
        let text = format!("{before}⚑{after}");
        println!(
            "--- case {number}\n--- spec {}\n--- variables {}\n{text}",
            case.spec, case.variables
        );
        for (title, answer) in [("is", &case.found), ("should", &case.expected)] {
            match answer {
                Answer::Panics => println!("    {title:<7} a panic"),
                Answer::Decoded(value, errors) => {
                    let errors: Vec<_> =
                        errors.iter().map(|it| format!("{:?} {}", it.start, it.about)).collect();
                    println!("    {title:<7} {value:?} of {}; errors {errors:?}", value.ty());
                }
            }
        }
    }
}
