//! The notation of names and values in JSON syntax.

use super::{Candidate, Site, escaped};
use crate::ide::cursor::Notation;

/// Writes a property with a value to fill in. Where a colon follows, only its name is written.
pub(super) fn property(site: &Site<'_>, candidate: &mut Candidate<'_>, name: &str, value: &str) {
    let completion = &mut candidate.completion;
    let is_quoted = site.before().ends_with('"');
    let after = site.after().strip_prefix('"').filter(|_| is_quoted);
    if after.unwrap_or(site.after()).trim_start().starts_with(':') {
        name.clone_into(&mut completion.text);
        return;
    }
    let open = if is_quoted { "" } else { "\"" };
    completion.range.end += usize::from(after.is_some());
    completion.text = format!("{open}{name}\": ");
    completion.snippet = Some(format!("{open}{}\": {value}", escaped(name)));
}

/// Writes an expression in native syntax as a value.
pub(super) fn expression(site: &Site<'_>, candidate: &mut Candidate<'_>) {
    let (open, close) = match site.cursor.notation {
        Notation::Native | Notation::JsonTemplate => return,
        Notation::Json => ("\"${", "}\""),
        Notation::JsonString => ("${", "}"),
    };
    let completion = &mut candidate.completion;
    completion.text = format!("{open}{}{close}", completion.text);
    let snippet = completion.snippet.take();
    completion.snippet = snippet.map(|it| format!("{}{it}{}", escaped(open), escaped(close)));
}
