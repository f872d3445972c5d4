//! Random configurations with planted mistakes. Each should be one error.

mod configuration;
mod item;
mod plant;
mod schema;

use std::fmt::Write as _;
use std::ops::Range;

use hcldyn::diag::Severity;

use self::item::Written;
use self::plant::{KINDS, plant};
use crate::random::Random;

/// A configuration with mistakes, and its errors.
#[derive(Debug)]
pub struct Case {
    /// The configuration.
    pub text: String,
    /// The names of the mistakes, with their lines.
    pub mistakes: Vec<(&'static str, Range<u32>)>,
    /// The errors, one per line.
    pub errors: String,
    /// The number of errors.
    pub count: usize,
    /// The mistakes without an error in their lines.
    pub missed: Vec<&'static str>,
}

impl Case {
    /// Returns `true` if each mistake is one error in the planted item.
    pub fn is_right(&self) -> bool {
        self.count == self.mistakes.len() && self.missed.is_empty()
    }
}

/// Decodes a configuration with one to three mistakes.
pub fn run(seed: u64, index: u64) -> Case {
    let mut random = Random::new(seed, index);
    let mut items = configuration::configuration(&mut random);
    let wanted = 1 + random.below(3);
    let mut names = Vec::new();
    while names.len() < wanted {
        let kind = random.pick(&KINDS);
        if plant(&mut items, kind, names.len(), &mut random) {
            names.push(kind.name);
        }
    }
    let Written { text, mistakes, .. } = Written::of(&items, names.len());
    decoded(text, names.into_iter().zip(mistakes).collect())
}

/// Decodes a configuration without mistakes.
pub fn run_without_mistakes(seed: u64, index: u64) -> Case {
    let items = configuration::configuration(&mut Random::new(seed, index));
    decoded(Written::of(&items, 0).text, Vec::new())
}

fn decoded(text: String, mistakes: Vec<(&'static str, Range<u32>)>) -> Case {
    let found = schema::decoder().text("main.hcl", &*text).decode::<schema::Gateway>().err();
    let found = found.unwrap_or_default();
    let (mut errors, mut lines) = (String::new(), Vec::new());
    for error in found.iter().filter(|it| it.severity == Severity::Error) {
        let _ = writeln!(errors, "{error}");
        lines.push(error.place().map_or(0, |place| place.start().line));
    }
    let count = lines.len();
    // An error belongs to the smallest item around it.
    let mut by_size: Vec<_> = mistakes.iter().collect();
    by_size.sort_by_key(|(_, range)| range.len());
    let mut missed = Vec::new();
    for (name, range) in by_size {
        match lines.iter().position(|line| range.contains(line)) {
            Some(position) => drop(lines.swap_remove(position)),
            None => missed.push(*name),
        }
    }
    Case { text, mistakes, errors, count, missed }
}
