//! Searches the outputs of random cases for secrets: `fuzz-leaks [seed] [count] [minutes]`.
//!
//! Prints the simplest case of each kind of leak, and the share of reports that hide a word outside secrets, which may be
//! 2 % at most. `fuzz-leaks SEED 1 1 INDEX` runs one case again.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hcldyn_tests::leaks::{Case, Command, Leak, Scope, run};

/// The maximum number of reports that hide too much, per 1,000.
const MAX_HIDING: u64 = 20;

/// The reports on sources with words outside secrets.
#[derive(Default)]
struct Visible {
    reports: u64,
    /// The reports that hide such a word.
    hiding: u64,
    /// The shortest source of such a report, with its index.
    example: Option<(u64, String)>,
}

impl Visible {
    fn add(&mut self, index: u64, case: &Case) {
        let Some(hides) = case.hides_visible else { return };
        self.reports += 1;
        if hides {
            self.hiding += 1;
            let is_shorter = |known: &(u64, String)| case.text.len() < known.1.len();
            if self.example.as_ref().is_none_or(is_shorter) {
                self.example = Some((index, case.text.clone()));
            }
        }
    }

    fn is_too_much(&self) -> bool {
        self.hiding * 1_000 > self.reports * MAX_HIDING
    }
}

/// The number of leaks of a kind, and the simplest case.
struct Kind {
    count: usize,
    index: u64,
    text: String,
    mistakes: Vec<&'static str>,
    leak: Leak,
}

impl Kind {
    /// Cases with fewer mistakes are simpler, and then shorter ones.
    fn size(text: &str, mistakes: &[&str]) -> usize {
        mistakes.len() * 1_000 + text.len()
    }
}

#[expect(clippy::too_many_lines, reason = "one report after the other")]
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().ok());
    let mut number = |default| args.next().flatten().unwrap_or(default);
    let (seed, count, minutes, first) = (number(1), number(100_000), number(u64::MAX), number(0));
    let folder = std::env::temp_dir().join(format!("fuzz-leaks-{}", std::process::id()));
    let command = Command::new(&folder);
    let started = Instant::now();
    let mut kinds: BTreeMap<(Scope, String, String), Kind> = BTreeMap::new();
    let (mut cases, mut panics, mut visible) = (0, 0, Visible::default());
    for index in first..first.saturating_add(count) {
        if started.elapsed() > Duration::from_secs(minutes.saturating_mul(60)) {
            break;
        }
        cases += 1;
        let Ok(case) = catch_unwind(AssertUnwindSafe(|| run(seed, index, &command))) else {
            println!("case {index} of seed {seed} panics");
            panics += 1;
            continue;
        };
        visible.add(index, &case);
        for leak in case.leaks {
            let key = (leak.scope, leak.output.clone(), leak.about.clone());
            let kind = kinds.entry(key).or_insert_with(|| Kind {
                count: 0,
                index,
                text: case.text.clone(),
                mistakes: case.mistakes.clone(),
                leak: leak.clone(),
            });
            kind.count += 1;
            if Kind::size(&case.text, &case.mistakes) < Kind::size(&kind.text, &kind.mistakes) {
                (kind.index, kind.text, kind.leak) = (index, case.text.clone(), leak);
                kind.mistakes.clone_from(&case.mistakes);
            }
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    for ((scope, output, about), kind) in &kinds {
        println!(
            "=== {scope:?}: {output}: {about}: {} times, as in case {} of seed {seed}",
            kind.count, kind.index
        );
        println!("--- mistakes {:?}\n{}", kind.mistakes, kind.text);
        println!("--- shows {:?}", kind.leak.secret);
        for line in
            kind.leak.text.lines().filter(|line| line.to_lowercase().contains(&kind.leak.secret))
        {
            println!("{line}");
        }
    }
    if let Some((index, text)) = &visible.example {
        println!("=== hidden without need, as in case {index} of seed {seed}\n{text}");
    }
    println!("{} of {} reports hide a word outside secrets", visible.hiding, visible.reports);
    let leaks: usize = kinds.values().map(|kind| kind.count).sum();
    let seconds = started.elapsed().as_secs();
    println!(
        "{cases} cases in {seconds} s: {leaks} leaks of {} kinds, {panics} panics",
        kinds.len()
    );
    if leaks + panics == 0 && !visible.is_too_much() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
