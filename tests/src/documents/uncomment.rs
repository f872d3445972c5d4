//! The optional items of a sample, uncommented as its documentation says. Only the text is known here.

use std::ops::Range;

use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

/// A sample with some of its optional items.
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) about: String,
}

/// The lines of an item that is commented out.
#[derive(Clone, Debug)]
struct CommentedItem {
    lines: Range<usize>,
    /// The conditions in the comment above it.
    conditions: Vec<String>,
}

impl CommentedItem {
    fn is_of_one_form(&self) -> bool {
        self.conditions.iter().any(|it| it.starts_with(ONE_FORM))
    }

    fn is_conditional(&self) -> bool {
        !self.conditions.is_empty() && !self.is_of_one_form()
    }
}

const ALL: &str = "Instead of all items above.";
/// The start of the condition of an item that no choice of this test uses, since several blocks would have to change.
const ONE_FORM: &str = "All blocks \"";

/// Uncomments each optional item alone, and then each optional item inside it.
pub(super) fn each_item(text: &str, found: &mut dyn FnMut(Choice)) {
    inside(text, 0..text.lines().count(), "", found);
}

fn inside(text: &str, lines: Range<usize>, around: &str, found: &mut dyn FnMut(Choice)) {
    for item in items_in(text, lines).iter().filter(|item| !item.is_of_one_form()) {
        let text = with(text, item, 0);
        let about = format!("{around}{} ", name(&text, item.lines.start).unwrap_or_default());
        inside(&text, item.lines.clone(), &about, found);
        found(Choice { text, about });
    }
}

/// Uncomments half of the items without conditions, and those inside them, and one item with conditions.
pub(super) fn random_items(text: &str, nth: usize) -> Choice {
    let (mut text, mut at) = (text.to_owned(), 0);
    while at < text.lines().count() {
        // An item in an uncommented one begins on one of the next lines.
        let Some(item) = first_item(&text, at) else { break };
        // A multiplicative hash of the line.
        let choice = (item.lines.start + 1).wrapping_mul(2_654_435_761 + nth * 97) >> 7;
        let is_chosen = item.conditions.is_empty() && choice % 2 == 0;
        at = if is_chosen { item.lines.start + 1 } else { item.lines.end };
        if is_chosen {
            text = with(&text, &item, 0);
        }
    }
    let conditional: Vec<_> =
        items(&text).into_iter().filter(CommentedItem::is_conditional).collect();
    if let Some(item) = conditional.get(nth % conditional.len().max(1)) {
        text = with(&text, item, 0);
    }
    Choice { text, about: format!("random items {nth}") }
}

/// Uncomments an item and the items that it requires, and removes the items that conflict with it.
fn with(text: &str, item: &CommentedItem, depth: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in &mut lines[item.lines.clone()] {
        *line = line.replacen('#', "", 1);
    }
    if item.conditions.iter().any(|condition| condition == ALL) {
        lines[..item.lines.start].fill(String::new());
        lines[item.lines.end..].fill(String::new());
        return lines.join("\n") + "\n";
    }
    let mut text = lines.join("\n") + "\n";
    for condition in item.conditions.iter().filter(|_| depth < 10) {
        let names: Vec<_> = condition.split('"').skip(1).step_by(2).collect();
        for name in names {
            if condition.starts_with("Requires") {
                let is_wanted = |other: &&CommentedItem| {
                    is_sibling(&text, item.lines.start, other.lines.start)
                        && is_called(
                            text.lines().nth(other.lines.start).expect("an item has lines"),
                            name,
                        )
                };
                if let Some(needed) = items(&text).iter().find(is_wanted).cloned() {
                    text = with(&text, &needed, depth + 1);
                }
            } else {
                let is_last_only = condition.starts_with("Instead of");
                text = without(&text, item.lines.clone(), name, is_last_only);
            }
        }
    }
    text
}

/// Removes the active siblings with a name, or the last one.
fn without(text: &str, item: Range<usize>, name: &str, is_last_only: bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for at in (0..lines.len()).rev() {
        let is_active = !lines[at].trim_start().starts_with('#');
        let is_other = is_active && !item.contains(&at) && is_called(&lines[at], name);
        if is_other && is_sibling(text, item.start, at) {
            let end = end_of(&lines, at, str::to_owned).expect("an item has an end");
            lines[at..end].fill(String::new());
            if is_last_only {
                break;
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the items that are commented out, without those inside others.
fn items(text: &str) -> Vec<CommentedItem> {
    items_in(text, 0..text.lines().count())
}

/// Returns the first item that begins at a line or after it.
fn first_item(text: &str, at: usize) -> Option<CommentedItem> {
    let is_start = |line: &str| {
        let rest = line.trim_start().strip_prefix('#');
        rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(' '))
    };
    let start = text.lines().enumerate().skip(at).find(|(_, line)| is_start(line))?.0;
    items_in(text, start..start + 1).into_iter().next()
}

fn items_in(text: &str, range: Range<usize>) -> Vec<CommentedItem> {
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let (mut items, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let trimmed = lines[at].trim_start();
        let is_item = trimmed
            .strip_prefix('#')
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(' '));
        if !is_item {
            at += 1;
            continue;
        }
        let conditions = conditions(&lines, at);
        let end = if conditions.iter().any(|it| it == ALL) {
            at + lines[at..].iter().take_while(|line| line.starts_with('#')).count()
        } else {
            end_of(&lines, at, |line| line.replacen('#', "", 1))
                .unwrap_or_else(|| panic!("line {} begins no item:\n{text}", at + 1))
        };
        items.push(CommentedItem { lines: at..end, conditions });
        at = end;
    }
    items
}

/// Returns the end of the item that begins at a line: the shortest one without a syntax error. It ends on its first
/// line, or on one with the same indentation.
fn end_of(lines: &[String], start: usize, line: impl Fn(&str) -> String) -> Option<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut source = String::new();
    for (index, text) in lines.iter().enumerate().skip(start) {
        let text = line(text);
        source.push_str(&text);
        source.push('\n');
        if index > start && indent(&text) != indent(&line(&lines[start])) {
            continue;
        }
        let mut diags = Diagnostics::new();
        parse_body(&Source::new("item", source.as_str()), &mut diags);
        if !diags.has_errors() {
            return Some(index + 1);
        }
    }
    None
}

fn conditions(lines: &[String], at: usize) -> Vec<String> {
    let comment = lines[..at].iter().rev().map_while(|line| line.trim_start().strip_prefix("# "));
    let is_condition = |line: &&str| {
        ["Requires \"", "Not together with \"", "Instead of ", ONE_FORM]
            .iter()
            .any(|it| line.starts_with(it))
    };
    comment.filter(is_condition).map(str::to_owned).collect()
}

/// Returns `true` if two lines are in the same body.
fn is_sibling(text: &str, one: usize, other: usize) -> bool {
    let lines: Vec<_> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(lines[one]);
    let between = &lines[one.min(other)..=one.max(other)];
    indent(lines[other]) == own
        && between.iter().all(|line| line.trim().is_empty() || indent(line) >= own)
}

fn is_called(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    line.strip_prefix('#').unwrap_or(line).split([' ', '=', '{']).next() == Some(name)
}

fn name(text: &str, line: usize) -> Option<String> {
    text.lines().nth(line)?.split_whitespace().next().map(str::to_owned)
}
