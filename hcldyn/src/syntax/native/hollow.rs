//! Objects and heredocs that hcl-edit cannot read as they are.
//!
//! hcl-edit refuses a repeated key, where the reference lets the last one win, and it compares every
//! key of an object with every other, which takes seconds for ten thousand of them. Such objects are
//! emptied before hcl-edit sees them. Lowering finds what stood in them in the real text and reads
//! it pair by pair.
//!
//! hcl-edit does not see the delimiter that closes a heredoc without lines, and reads on to one that
//! closes another heredoc. Such a heredoc is an empty string in parentheses for it.

use std::borrow::Cow;
use std::ops::Range;

use hcl_edit::parser::Error;

use super::cut::{cut_object, empty_heredocs, objects};

/// Objects longer than this are emptied.
const LONG: usize = 16 << 10;

/// Parses a text, with long objects emptied, or all objects if one has a repeated key. Places of
/// what is left are as in the text.
pub(super) fn parse<T>(text: &str, parser: impl Fn(&str) -> Result<T, Error>) -> Result<T, Error> {
    let text = &*without_empty_heredocs(text);
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

/// The text with a string of the same length for each heredoc without lines.
fn without_empty_heredocs(text: &str) -> Cow<'_, str> {
    let heredocs = empty_heredocs(text);
    if heredocs.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut rewritten = String::with_capacity(text.len());
    for heredoc in heredocs {
        rewritten.push_str(&text[rewritten.len()..heredoc.start]);
        rewritten.push_str("(\"\"");
        rewritten.extend(std::iter::repeat_n(' ', heredoc.len() - 4));
        rewritten.push(')');
    }
    rewritten.push_str(&text[rewritten.len()..]);
    Cow::Owned(rewritten)
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
        let text = "[<<A\nA\n, <<-A\n  \n  A\n, <<-ABC\n  ABC\n, \"<<A\", <<A\nA x\nA\n]";
        let expected = "[(\"\" )\n, <<-A\n  \n  A\n, (\"\"        )\n, \"<<A\", <<A\nA x\nA\n]";
        assert_eq!(without_empty_heredocs(text), expected);
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
