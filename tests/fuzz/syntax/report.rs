//! The table of all deletions.

use std::collections::BTreeMap;

use hcldyn_syntax::source::Source;

use crate::deletions::{Comparison, Share};

/// The number of examples for each group.
const EXAMPLES: usize = 4;

/// The sums over all deletions.
#[derive(Debug, Default)]
pub(crate) struct Report {
    all: Sum,
    groups: BTreeMap<String, Sum>,
}

#[derive(Debug, Default)]
struct Sum {
    deletions: usize,
    /// The numbers of deletions with no error, with one and with more.
    errors: [usize; 3],
    top: Share,
    leaves: Share,
    strict: Share,
    /// The worst deletions, and how bad they are.
    examples: Vec<(usize, String)>,
}

impl Report {
    pub(crate) fn add(&mut self, source: &Source, comparison: &Comparison) {
        self.all.add(comparison);
        let sum = self.groups.entry(comparison.group.clone()).or_default();
        sum.add(comparison);
        // One of each number of lost items and errors is enough.
        let badness = comparison.leaves.lost() * 4 + comparison.errors.len().saturating_sub(1);
        let is_new = sum.examples.iter().all(|(other, _)| *other != badness);
        let is_bad = sum.examples.len() < EXAMPLES || sum.examples[EXAMPLES - 1].0 < badness;
        if badness > 0 && is_new && is_bad {
            sum.examples.push((badness, example(source, comparison)));
            sum.examples.sort_by_key(|(badness, _)| std::cmp::Reverse(*badness));
            sum.examples.truncate(EXAMPLES);
        }
    }

    pub(crate) fn print(&self) {
        println!(
            "{:<32} {:>9}  {:>10} {:>9} {:>8}  {:>6} {:>6} {:>6}  {:>9}",
            "deleted", "deletions", "unchanged", "top level", "strict", "0", "1", "more", "lost"
        );
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|(_, sum)| std::cmp::Reverse((sum.leaves.lost(), sum.errors[2])));
        self.all.print("all");
        for (group, sum) in &groups {
            sum.print(group);
        }
        for (group, sum) in groups {
            if !sum.examples.is_empty() {
                println!("\n== {group}");
            }
            for (_, example) in &sum.examples {
                print!("{example}");
            }
        }
    }
}

impl Sum {
    fn add(&mut self, comparison: &Comparison) {
        self.deletions += 1;
        self.errors[comparison.errors.len().min(2)] += 1;
        self.top.add(comparison.top);
        self.leaves.add(comparison.leaves);
        self.strict.add(comparison.strict);
    }

    fn print(&self, group: &str) {
        let share = |share: Share| percent(share.unchanged, share.all);
        let [none, one, more] = self.errors.map(|count| percent(count, self.deletions));
        println!(
            "{group:<32} {:>9}  {:>9.2}% {:>8.2}% {:>7.2}%  {none:>5.1}% {one:>5.1}% {more:>5.1}%  {:>9}",
            self.deletions,
            share(self.leaves),
            share(self.top),
            share(self.strict),
            self.leaves.lost(),
        );
    }
}

fn percent(part: usize, all: usize) -> f64 {
    if all == 0 { 100.0 } else { part as f64 * 100.0 / all as f64 }
}

/// The line of a deleted token with the token marked, the errors and the first lost items.
fn example(source: &Source, comparison: &Comparison) -> String {
    let Comparison { deleted, errors, leaves, lost, .. } = comparison;
    let text = source.text();
    let line_start = text[..deleted.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let line_end =
        text[deleted.end as usize..].find('\n').map_or(text.len(), |at| at + deleted.end as usize);
    let line = format!(
        "{}«{}»{}",
        &text[line_start..deleted.start as usize],
        text[deleted.range()].escape_debug(),
        &text[deleted.end as usize..line_end],
    );
    let mut example = format!(
        "{}:{}: {} errors, {} items lost\n    {line}\n",
        source.name(),
        source.position(deleted.start).line,
        errors.len(),
        leaves.lost(),
    );
    for error in errors.iter().take(4) {
        // Offsets are those of the damaged source.
        let length =
            if error.span.start >= deleted.start { deleted.end - deleted.start } else { 0 };
        let line = source.position(error.span.start + length).line;
        example +=
            &format!("    error in line {line}: {:?}, found {:?}\n", error.kind, error.found);
    }
    for item in lost {
        let first_line = text[item.range()].lines().next().unwrap_or_default();
        example +=
            &format!("    lost in line {}: {first_line}\n", source.position(item.start).line);
    }
    example
}
