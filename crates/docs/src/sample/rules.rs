//! The rules between the items of a body: the items to write, and the conditions in comments.

use std::collections::BTreeSet;

use hcldyn_core::cty::{Str, Value};
use hcldyn_core::spec::Rule;

use crate::facts::listed;

/// The maximum number of attempts to meet all rules.
const MAX_ATTEMPTS: usize = 1_000;

/// The begin of the comment of a form of an item that can't be written twice.
const INSTEAD: &str = "Instead of ";

/// An item of a body, as rules see it.
#[derive(Debug)]
pub(super) struct RuledItem<'o> {
    pub(super) name: &'o Str,
    pub(super) is_required: bool,
    /// `true` if the sample has the item only if it must.
    pub(super) is_left_out: bool,
    /// The value in the sample, if it is known.
    pub(super) value: Option<Value>,
    /// The value of an item that is not written; null without a default.
    pub(super) default: Option<Value>,
}

/// The rules between the items of a body.
#[derive(Debug)]
pub(crate) struct Rules<'o> {
    pub(super) items: Vec<RuledItem<'o>>,
    pub(super) rules: Vec<&'o Rule>,
}

type Names<'o> = BTreeSet<&'o str>;

impl<'o> Rules<'o> {
    /// Returns the names of the items that must be written.
    pub(crate) fn solve(&self) -> BTreeSet<&'o str> {
        let required = self.items.iter().filter(|it| it.is_required).map(|it| it.name.as_str());
        let required: Names<'o> = self.closure(required.collect());
        let mut attempts = MAX_ATTEMPTS;
        self.attempt(&required, &mut attempts).unwrap_or(required)
    }

    /// Returns `true` if the items with these names may be written without others.
    pub(crate) fn allow(&self, names: &BTreeSet<&'o str>) -> bool {
        let is_exclusive = |rule: &&&Rule| at_most_one(rule).is_some_and(|of| set(names, of) > 1);
        !self.rules.iter().any(|rule| is_exclusive(&rule)) && self.closure(names.clone()) == *names
    }

    /// Returns these names with others that meet the rules, `None` if none do.
    fn attempt(&self, names: &Names<'o>, attempts: &mut usize) -> Option<Names<'o>> {
        *attempts = attempts.checked_sub(1)?;
        if self.rules.iter().any(|rule| at_most_one(rule).is_some_and(|of| set(names, of) > 1)) {
            return None;
        }
        let mut open = self.rules.iter().filter_map(|rule| at_least_one(rule));
        let Some(open) = open.find(|of| set(names, of) == 0) else { return Some(names.clone()) };
        let mut candidates: Vec<_> = open.iter().filter_map(|name| self.item(name)).collect();
        candidates.sort_by_key(|item| item.is_left_out);
        let with = |item: &RuledItem<'o>| {
            let mut names = names.clone();
            names.insert(item.name.as_str());
            self.closure(names)
        };
        candidates.into_iter().find_map(|item| self.attempt(&with(item), attempts))
    }

    /// Adds the names of all items that others require.
    fn closure(&self, mut names: Names<'o>) -> Names<'o> {
        loop {
            let count = names.len();
            for rule in &self.rules {
                let needed = match *rule {
                    Rule::Requires(name, needed) if names.contains(name.as_str()) => needed,
                    Rule::RequiresIf { name, value, needed } => {
                        let Some(item) = self.item(name) else { continue };
                        let is_written = names.contains(name.as_str());
                        let own = if is_written { &item.value } else { &item.default };
                        if own.as_ref() != Some(value.unmarked()) {
                            continue;
                        }
                        needed
                    }
                    Rule::Together { names: group, needed } if set(&names, group) > 0 => needed,
                    _ => continue,
                };
                names.extend(needed.iter().filter_map(|name| Some(self.item(name)?.name.as_str())));
            }
            if names.len() == count {
                return names;
            }
        }
    }

    fn item(&self, name: &Str) -> Option<&RuledItem<'o>> {
        self.items.iter().find(|item| item.name == name)
    }

    /// Returns `true` for an item that the sample has only if it must: a hidden or deprecated one that no item requires.
    pub(super) fn is_left_out(&self, name: &Str) -> bool {
        let is_needed = |rule: &&Rule| match *rule {
            Rule::Requires(_, needed)
            | Rule::RequiresIf { needed, .. }
            | Rule::Together { needed, .. } => needed.contains(name),
            _ => false,
        };
        self.item(name).is_some_and(|it| it.is_left_out) && !self.rules.iter().any(is_needed)
    }

    /// Returns `true` for a name of both an attribute and a block.
    pub(super) fn is_repeated(&self, name: &Str) -> bool {
        self.items.iter().filter(|item| item.name == name).count() > 1
    }

    /// Returns the conditions of writing an item, as sentences.
    pub(super) fn conditions(&self, name: &Str, active: &BTreeSet<&str>) -> Vec<String> {
        let is_shown = |other: &&&Str| {
            let is_known = self.item(other).is_some();
            let is_left_out = self.is_left_out(other) && !active.contains(other.as_str());
            ***other != *name && is_known && !is_left_out
        };
        let mut excluded: Vec<&Str> = Vec::new();
        let mut needed: Vec<&Str> = Vec::new();
        for rule in &self.rules {
            match *rule {
                Rule::AtMostOneOf(names) | Rule::ExactlyOneOf(names) if names.contains(name) => {
                    excluded.extend(names.iter().filter(|other| is_shown(&other)));
                }
                Rule::Requires(first, others) if first == name => needed.extend(others),
                Rule::RequiresIf { name: first, value, needed: others } if first == name => {
                    let own = self.item(name).and_then(|item| item.value.as_ref());
                    if own == Some(value.unmarked()) {
                        needed.extend(others);
                    }
                }
                Rule::Together { names, needed: others } if names.contains(name) => {
                    needed.extend(others.iter().filter(|other| *other != name));
                }
                _ => {}
            }
        }
        let sentence = |start: &str, names: Vec<&Str>, conjunction| {
            let mut all: Vec<&Str> = Vec::new();
            for name in names {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            (!all.is_empty()).then(|| format!("{start} {}.", listed(all, conjunction)))
        };
        let sentences = [sentence(NOT_TOGETHER, excluded, "or"), sentence(REQUIRES, needed, "and")];
        sentences.into_iter().flatten().collect()
    }
}

const NOT_TOGETHER: &str = "Not together with";
const REQUIRES: &str = "Requires";
const ALL: &str = "All blocks";

/// Returns the condition of another form of an item.
pub(super) fn instead_of(name: &Str) -> String {
    format!("{INSTEAD}{} above.", listed([name], "or"))
}

/// Returns the condition of another form of several blocks, whose values must have one type.
pub(super) fn all_of_one_form(name: &Str) -> String {
    format!("{ALL} {} must have one form.", listed([name], "or"))
}

/// Returns the condition of another form of a whole configuration.
pub(super) fn instead_of_all() -> String {
    format!("{INSTEAD}all items above.")
}

/// Returns `true` for a part of a comment that is a condition.
pub(super) fn is_condition(part: &str) -> bool {
    [NOT_TOGETHER, REQUIRES, INSTEAD, ALL].iter().any(|start| part.starts_with(start))
}

fn at_most_one(rule: &Rule) -> Option<&[Str]> {
    match rule {
        Rule::AtMostOneOf(names) | Rule::ExactlyOneOf(names) => Some(names),
        _ => None,
    }
}

fn at_least_one(rule: &Rule) -> Option<&[Str]> {
    match rule {
        Rule::AtLeastOneOf(names) | Rule::ExactlyOneOf(names) => Some(names),
        _ => None,
    }
}

/// Returns the number of names that are among others.
fn set(names: &Names<'_>, of: &[Str]) -> usize {
    of.iter().filter(|name| names.contains(name.as_str())).count()
}
