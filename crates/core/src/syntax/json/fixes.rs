//! Fixes of JSON syntax.

use crate::diag::Fix;
use crate::source::{Place, Source, Span};

/// The quotes of other languages, each with its closing one.
const QUOTES: [(char, char); 4] = [('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’')];

/// Writes a certain replacement.
pub(super) fn rewrite(title: &str, place: &Place, text: &str) -> Fix {
    Fix::safe(title).replace(place.clone(), text)
}

/// Writes quotes around a word.
pub(super) fn quote(word: &Place) -> Fix {
    Fix::safe("Write it in quotes").insert_before(word, "\"").insert_after(word, "\"")
}

/// Writes double quotes in place of a pair of others on one line.
pub(super) fn double_quotes(open: &Place) -> Option<Fix> {
    let (_, closing) = QUOTES.into_iter().find(|(opening, _)| open.text().starts_with(*opening))?;
    let inside = rest_of_line(open).split_once(closing)?.0;
    let start = open.span().end as usize + inside.len();
    let close = place(open.source(), start, start + closing.len_utf8());
    let fix = Fix::safe("Write double quotes").replace(open.clone(), "\"").replace(close, "\"");
    (!inside.contains(['"', '\\'])).then_some(fix)
}

/// Writes a second backslash.
pub(super) fn double_backslash(escape: &Place) -> Fix {
    Fix::uncertain("Write the backslash twice").insert_before(escape, "\\")
}

/// Closes the innermost bracket at the end of the input.
pub(super) fn close_at_end(source: &Source, closer: &str) -> Fix {
    let end = source.text().trim_end().len();
    Fix::uncertain("Insert the missing closing bracket").replace(place(source, end, end), closer)
}

/// Closes a string at the end of its line, before punctuation.
pub(super) fn close_string(quote: &Place) -> Fix {
    let line = rest_of_line(quote).trim_end().trim_end_matches([',', '}', ']', ' ']);
    let end = quote.span().end as usize + line.len();
    Fix::uncertain("Insert the missing quote").replace(place(quote.source(), end, end), "\"")
}

/// Deletes a comment up to the end of its line.
pub(super) fn delete_comment(start: &Place) -> Option<Fix> {
    let line = rest_of_line(start);
    let is_closed = start.source().text()[start.span().range().start..].starts_with("/*");
    let length = if is_closed { line.find("*/")? + 2 } else { line.trim_end().len() };
    let (first, end) = (start.span().start as usize, start.span().end as usize + length);
    Some(Fix::uncertain("Delete the comment").delete(place(start.source(), first, end)))
}

/// Writes a colon before a value, or in place of an equals sign.
pub(super) fn insert_colon(next: &Place) -> Fix {
    let fix = Fix::safe("Insert a colon");
    match next.text() {
        "=" => fix.replace(next.clone(), ":"),
        _ => {
            let end = end_before(next);
            fix.replace(place(next.source(), end, end), ":")
        }
    }
}

/// Writes a comma after the item before.
pub(super) fn insert_comma(next: &Place) -> Fix {
    let end = end_before(next);
    Fix::uncertain("Insert a comma").replace(place(next.source(), end, end), ",")
}

/// Removes a plus sign or zeros before a number.
pub(super) fn plain_number(number: &Place) -> Option<Fix> {
    let text = number.text();
    let plain = text.trim_start_matches(['+', '0']);
    let is_number = plain.starts_with(|c: char| c.is_ascii_digit()) && plain.parse::<f64>().is_ok();
    let fix = Fix::uncertain("Write the number without a sign and zeros before it");
    (is_number && plain != text).then(|| fix.replace(number.clone(), plain))
}

/// Returns the text after a location, up to the end of its line.
fn rest_of_line(start: &Place) -> &str {
    let text = start.source().text();
    let end = start.source().line_range(start.span().start as usize).end;
    text.get(start.span().end as usize..end).unwrap_or_default().trim_end_matches(['\r', '\n'])
}

/// Returns the end of the text before a location, without whitespace.
fn end_before(next: &Place) -> usize {
    next.source().text()[..next.span().start as usize].trim_end().len()
}

fn place(source: &Source, start: usize, end: usize) -> Place {
    source.place(Span::from(start..end))
}
