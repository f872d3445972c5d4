//! Objects and heredocs that hcl-edit cannot read as they are.
//!
//! hcl-edit refuses a repeated key, where the reference lets the last one win, and it compares every
//! key of an object with every other, which takes seconds for ten thousand of them. Such objects are
//! emptied before hcl-edit sees them. Lowering finds what stood in them in the real text and reads
//! it pair by pair.
//!
//! hcl-edit does not see the delimiter that closes a heredoc without lines, and reads on to one that
//! closes another heredoc. Such a heredoc is an empty string in parentheses for it. A line that starts
//! with the delimiter and goes on ends a heredoc for hcl-edit, so that a heredoc with such a line has
//! another delimiter there.

use std::borrow::Cow;
use std::ops::Range;

use hcl_edit::parser::Error;

use super::cut::{Heredoc, cut_object, heredocs, objects};

/// Objects longer than this are emptied.
const LONG: usize = 16 << 10;

/// Parses a text, with long objects emptied, or all objects if one has a repeated key. Places of
/// what is left are as in the text.
pub(super) fn parse<T>(text: &str, parser: impl Fn(&str) -> Result<T, Error>) -> Result<T, Error> {
    let text = &*plain_heredocs(text);
    let shortened = if text.len() > LONG { hollow(text, LONG) } else { None };
    match parser(shortened.as_deref().unwrap_or(text)) {
        Err(error) if error.message().contains("redefined object key") => {
            hollow(text, 0).map_or(Err(error), |hollow| parser(&hollow))
        }
        result => result,
    }
}

/// The text with the outermost objects of more than so many bytes emptied, if there are any.
fn hollow(text: &str, length: usize) -> Option<String> {
    let mut kept: Vec<Range<usize>> = Vec::new();
    for object in objects(text) {
        let is_inner = kept.last().is_some_and(|outer| object.start < outer.end);
        if !is_inner && object.len() > length && cut_object(&text[object.clone()]).is_some() {
            kept.push(object);
        }
    }
    if kept.is_empty() {
        return None;
    }
    let mut hollow = String::with_capacity(text.len());
    for object in kept {
        hollow.push_str(&text[hollow.len()..=object.start]);
        hollow.extend(std::iter::repeat_n(' ', object.len() - 2));
    }
    hollow.push_str(&text[hollow.len()..]);
    Some(hollow)
}

/// The text with its heredocs written so that hcl-edit ends them where they end.
fn plain_heredocs(text: &str) -> Cow<'_, str> {
    if !text.contains("<<") {
        return Cow::Borrowed(text);
    }
    let mut edits: Vec<_> = heredocs(text).iter().flat_map(|it| edits_of(text, it)).collect();
    edits.sort_unstable_by_key(|(range, _)| range.start);
    let mut rewritten = String::with_capacity(text.len());
    for (range, new) in edits {
        rewritten.push_str(&text[rewritten.len()..range.start]);
        rewritten.push_str(&new);
    }
    rewritten.push_str(&text[rewritten.len()..]);
    Cow::Owned(rewritten)
}

/// What to write in place of parts of a heredoc, each as long as the part.
fn edits_of(text: &str, heredoc: &Heredoc) -> Vec<(Range<usize>, String)> {
    if heredoc.lines.is_empty() {
        let range = heredoc.start..heredoc.closer.end;
        let blanks = " ".repeat(range.len() - 4);
        return vec![(range, format!("(\"\"{blanks})"))];
    }
    let parts = [heredoc.delimiter.clone(), heredoc.closer.clone()];
    let edits = |new: String| parts.map(|part| (part, new.clone())).into();
    other_delimiter(text, heredoc).map(edits).unwrap_or_default()
}

/// A delimiter of the same length that no line of a heredoc starts with, where some line starts with
/// its own.
fn other_delimiter(text: &str, heredoc: &Heredoc) -> Option<String> {
    let lines = &text[heredoc.lines.clone()];
    let starts_line = |delimiter: &str| {
        lines.lines().any(|line| line.trim_start_matches([' ', '\t']).starts_with(delimiter))
    };
    if !starts_line(&text[heredoc.delimiter.clone()]) {
        return None;
    }
    // A text with all of these is not worth more time.
    let mut others = ('A'..='Z').map(|letter| letter.to_string().repeat(heredoc.delimiter.len()));
    others.find(|other| !starts_line(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_in_expressions_are_emptied_whatever_is_before_them() {
        let text = "b in {\n  a = [for k in {x = 1} : \"${{y = 2}.y}\"]\n  c = {for k in {z = 3} : k => k}\n}";
        let expected = "b in {\n  a = [for k in {     } : \"${{     }.y}\"]\n  c = {for k in {     } : k => k}\n}";
        assert_eq!(hollow(text, 0).unwrap(), expected);
    }

    #[test]
    fn heredocs_without_lines_are_strings() {
        let text = "[<<A\nA\n, <<-A\n  \n  A\n, <<-ABC\n  ABC\n, \"<<A\", <<A\nB A\nA\n]";
        let expected = "[(\"\" )\n, <<-A\n  \n  A\n, (\"\"        )\n, \"<<A\", <<A\nB A\nA\n]";
        assert_eq!(plain_heredocs(text), expected);
    }

    #[test]
    fn heredocs_have_a_delimiter_that_starts_no_line_of_theirs() {
        let text = "<<-EOT\n  EOT x ${<<E\nE,\nE\n}\n\tEOT)\n\tAAA\n  EOT\n";
        let expected = "<<-BBB\n  EOT x ${<<A\nE,\nA\n}\n\tEOT)\n\tAAA\n  BBB\n";
        assert_eq!(plain_heredocs(text), expected);
    }

    #[test]
    fn a_heredoc_that_is_met_twice_is_rewritten_once() {
        let text = "{(<<-E\na {(<<-E\n${x.1E\n  \n ${y}\n  E\n)!: z}\n  E\n)!:";
        assert_eq!(plain_heredocs(text).len(), text.len());
    }

    #[test]
    fn objects_are_emptied_behind_operators_and_comments() {
        let text = "a = b || {x = 1}\nc = /* d */ {y = 2}\ne- /* = */ {\n}\n";
        let expected = "a = b || {     }\nc = /* d */ {     }\ne- /* = */ {\n}\n";
        assert_eq!(hollow(text, 0).unwrap(), expected);
    }

    #[test]
    fn objects_are_emptied_and_blocks_are_not() {
        let text = "b \"{\" {\n  a = { x = { y = 1 } }\n  c = f({ z = \"}\" }, {for k in l : k => k}) /* { */\n}";
        let expected = "b \"{\" {\n  a = {               }\n  c = f({         }, {for k in l : k => k}) /* { */\n}";
        assert_eq!(hollow(text, 0).unwrap(), expected);
        assert_eq!(hollow(text, 16).unwrap(), expected.replace("f({         }", "f({ z = \"}\" }"));
        assert_eq!(hollow(text, 99), None);
    }
}
