//! Single mistakes in valid files, and the fixes for them: `fuzz-fixes FOLDER [seed] [count] [show]`.
//!
//! A file is checked by the spec beside it (`NAME.hcldec`). A file without one is part of a module, the files of its
//! folder; its spec and its variables are those that the module uses. A mistake that causes no diagnostic makes another
//! valid file, and does not count. With `show`, the lines of each mistake that is not restored are printed.
//!
//! `fuzz-fixes generated [seed] [count]` fixes generated sources, with heredocs and comments in all positions, and checks
//! that the fixes change nothing else.

#![allow(clippy::print_stdout, reason = "a program for testing")]

mod inputs;
mod mistakes;
mod random;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fmt};

use hcldyn::Diagnostics;
use hcldyn::diag::{Fix, apply_fixes};
use hcldyn_tests::edits::fixes::fix_generated;

use self::inputs::Input;
use self::mistakes::{Mistake, code};
use self::random::Random;

/// The maximum number of rounds of fixes, as a fix can make another one possible.
const MAX_ROUNDS: usize = 10;

/// The maximum number of broken sources that are printed.
const SHOWN: usize = 5;

/// The columns: mistakes without and with diagnostics, those with a fix, fixed files without diagnostics, and those with
/// the value of the original.
const HEADER: &str = "mistake          unnoticed  reported   with fix             valid  restored";

/// The counts for one kind of mistake.
#[derive(Clone, Copy, Default)]
struct Counts {
    mistakes: usize,
    /// Mistakes without a diagnostic, which are not among the others.
    unnoticed: usize,
    fixed: usize,
    /// Fixed files without any diagnostic.
    valid: usize,
    /// Fixed files with the value of the original.
    restored: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("usage: fuzz-fixes FOLDER [seed] [count] [show]")?;
    let seed = args.next().map_or(Ok(1), |seed| seed.parse())?;
    let count: usize = args.next().map_or(Ok(5_000), |count| count.parse())?;
    if folder == "generated" {
        return run_generated(seed, count);
    }
    let shows = args.next().is_some_and(|word| word == "show");
    let inputs = inputs::read(Path::new(&folder))?;
    println!("{} valid files", inputs.len());
    println!("{HEADER}");
    let mut total = Counts::default();
    for mistake in Mistake::ALL {
        let mut random = Random::new(seed);
        let counts = run(&inputs, mistake, count / Mistake::ALL.len(), &mut random, |failure| {
            if shows {
                println!("{failure}\n");
            }
        });
        println!("{:16} {counts}", mistake.name());
        total.add(counts);
    }
    println!("{:16} {total}", "all");
    Ok(())
}

/// Fixes generated sources. The shortest broken ones are printed, and the shortest source for each kind of fix that is
/// left out.
fn run_generated(seed: u64, count: usize) -> Result<(), Box<dyn Error>> {
    let (mut fixed, mut fixes, mut left_out) = (0, 0, 0);
    let mut kinds: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut failures = Vec::new();
    for index in 0..count as u64 {
        let outcome = fix_generated(seed, index);
        fixed += usize::from(outcome.rounds > 0);
        fixes += outcome.count;
        left_out += outcome.left_out.len();
        for fix in &outcome.left_out {
            let text = fix.edits[0].place.source().text();
            let (count, shortest) = kinds.entry(kind(fix)).or_insert((0, text.to_owned()));
            *count += 1;
            if text.len() < shortest.len() {
                text.clone_into(shortest);
            }
        }
        if let Some((rule, before, after)) = outcome.wrong {
            failures
                .push(format!("=== {index}: {rule}\n--- before:\n{before}\n--- after:\n{after}"));
        }
    }
    failures.sort_by_key(String::len);
    failures.iter().take(SHOWN).for_each(|failure| println!("{failure}"));
    for (kind, (count, shortest)) in &kinds {
        println!("=== left out {count} times: {kind}\n{shortest}");
    }
    let share = 100.0 * left_out as f64 / fixes.max(1) as f64;
    println!("{count} sources, {fixed} changed; {fixes} fixes, {share:.2} % left out at the end");
    println!("{} wrong", failures.len());
    if failures.is_empty() { Ok(()) } else { Err("some fixes changed other items".into()) }
}

/// Returns the title of a fix without the names in it, and its certainty.
fn kind(fix: &Fix) -> String {
    let words = fix.title.split('"').step_by(2).collect::<Vec<_>>();
    format!("{} ({:?})", words.join("…"), fix.applicability)
}

fn run(
    inputs: &[Input],
    mistake: Mistake,
    count: usize,
    random: &mut Random,
    report: impl Fn(String),
) -> Counts {
    let mut counts = Counts::default();
    while counts.mistakes < count {
        let input = random.pick(inputs);
        let Some(wrong) = mistake.make(&input.text, random) else { continue };
        let diags = input.check(&wrong).1;
        if diags.is_empty() {
            counts.unnoticed += 1;
            continue;
        }
        counts.mistakes += 1;
        let Some(fixed) = fixed(input, &wrong, diags) else {
            report(format!("not fixed:\n{}", changed_lines(&input.text, &wrong)));
            continue;
        };
        counts.fixed += 1;
        let (value, diags) = input.check(&fixed);
        counts.valid += usize::from(diags.is_empty());
        // Unknown values are not compared.
        let is_same = value.is_wholly_known() && value == input.value;
        let is_restored = diags.is_empty() && (is_same || code(&fixed) == code(&input.text));
        counts.restored += usize::from(is_restored);
        if !is_restored {
            let (before, after) =
                (changed_lines(&input.text, &wrong), changed_lines(&input.text, &fixed));
            report(format!("not restored:\n{before}\nfixed:\n{after}\n{diags}"));
        }
    }
    counts
}

/// Returns a text after the best fixes of its diagnostics, or `None` if there is none.
fn fixed(input: &Input, wrong: &str, mut diags: Diagnostics) -> Option<String> {
    let mut fixed = None;
    for _ in 0..MAX_ROUNDS {
        let fixes: Vec<_> = diags.iter().filter_map(|it| it.fixes.first().cloned()).collect();
        let Some((_, text)) = apply_fixes(&fixes).pop() else { break };
        diags = input.check(&text).1;
        fixed = Some(text);
    }
    fixed.filter(|fixed| fixed != wrong)
}

/// Returns the first line that differs, in both texts.
fn changed_lines(before: &str, after: &str) -> String {
    let mut lines = before.lines().zip(after.lines());
    lines.find(|(a, b)| a != b).map(|(a, b)| format!("  {a}\n  {b}")).unwrap_or_default()
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.mistakes += other.mistakes;
        self.unnoticed += other.unnoticed;
        self.fixed += other.fixed;
        self.valid += other.valid;
        self.restored += other.restored;
    }
}

/// A row of the table.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mistakes, unnoticed, fixed, valid, restored } = self;
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let (fixable, right) = (percent(*fixed, *mistakes), percent(*restored, *fixed));
        write!(
            f,
            "{unnoticed:9} {mistakes:9} {fixed:9} {fixable:6.1} % {valid:9} {restored:9} {right:6.1} %"
        )
    }
}
