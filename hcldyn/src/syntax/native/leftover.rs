//! Items that are no mistakes of their own, but what a mistake before them has left over.

use hcl_edit::parser;

use super::cut::{FlawKind, Groups, Item};
use super::stand_ins;

/// How many items behind the first, which could not be read, are a part of the same mistake.
pub(super) fn count(text: &str, items: &[Item]) -> usize {
    let Some((first, rest)) = items.split_first() else { return 0 };
    let rest = &rest[..rest.len().min(Groups::AHEAD)];
    let is_string = first.flaw.is_some_and(|flaw| flaw.kind == FlawKind::Quote);
    let found = match is_string {
        true => rest.iter().position(|item| ends_string(text, item)),
        false => heredoc_delimiter(&text[first.span.clone()])
            .and_then(|delimiter| rest.iter().position(|it| text[it.span.clone()] == *delimiter)),
    };
    // Where something in between can be read, what follows is a mistake of its own.
    let count = found.map_or(0, |last| last + 1);
    let is_item =
        |item: &Item| stand_ins::parse(&text[item.span.clone()], parser::parse_body).is_ok();
    if rest[..count].iter().any(is_item) { 0 } else { count }
}

/// Whether a line is the end of a string of several lines.
fn ends_string(text: &str, item: &Item) -> bool {
    let line = &text[item.span.clone()];
    item.flaw.is_some_and(|flaw| flaw.kind == FlawKind::Quote)
        && line.strip_suffix('"').is_some_and(|line| !line.contains(['"', '=']))
}

/// The delimiter of a heredoc that does not start as it must.
fn heredoc_delimiter(item: &str) -> Option<&str> {
    let (_, start) = item.split_once("<<")?;
    let start = start.trim_start_matches(['-', ' ', '\t', '"', '\'']);
    let length = start.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&start[..length.unwrap_or(start.len())]).filter(|delimiter| !delimiter.is_empty())
}
