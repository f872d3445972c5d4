//! What hcl-edit is given in place of parts of a text.
//!
//! Three things are written otherwise for hcl-edit. Lowering reads each from the real text.
//!
//! - Literal text in quotes and heredocs, which hcl-edit goes through character by character, is a dash.
//!   So no line in a heredoc but its last one can start with the delimiter, where hcl-edit would end it.
//!   Only what has an escape sequence stays, for hcl-edit to check, and keys, which it compares.
//! - A heredoc without lines, whose end hcl-edit does not see, is an empty string in parentheses.
//! - Long objects are empty, and all objects where one has a repeated key. hcl-edit refuses such a key,
//!   where the reference lets the last one win, and it compares every key of an object with every other,
//!   which takes seconds for ten thousand of them. Lowering reads them pair by pair.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use hcl_edit::parser::Error;

use super::cut::{self, FoundIn};

/// Objects longer than this are emptied: some hundred keys, as many as make comparing them the
/// longer way.
const LONG: usize = 4 << 10;

/// Where hcl-edit stopped, and what it says it expected.
pub(super) struct Stop {
    pub(super) at: usize,
    pub(super) message: String,
}

/// From offsets in what hcl-edit was given to those in the text.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    /// What to add to every offset, for a text that is a part of a larger one.
    shift: isize,
    /// The offset in the text of each in what was given; none where they are the same. Every node
    /// asks for two, so they are not searched for.
    moved: Vec<u32>,
}

/// Parses a text. What is given for parts of it is smaller than those, so the offsets are needed to
/// know where something stands.
pub(super) fn parse<T>(
    text: &str,
    parser: impl Fn(&str) -> Result<T, Error>,
) -> Result<(T, Offsets), Stop> {
    parse_found(text, cut::find(text).within(&(0..text.len())), parser)
}

/// Parses a text of which it is known already what is in it.
pub(super) fn parse_found<T>(
    text: &str,
    found: FoundIn<'_>,
    parser: impl Fn(&str) -> Result<T, Error>,
) -> Result<(T, Offsets), Stop> {
    match parse_with(text, stand_ins(text, found, LONG), &parser) {
        Err(stop) if stop.message.contains("redefined object key") => {
            parse_with(text, stand_ins(text, found, 0), &parser)
        }
        result => result,
    }
}

fn parse_with<T>(
    text: &str,
    stand_ins: Vec<StandIn>,
    parser: impl Fn(&str) -> Result<T, Error>,
) -> Result<(T, Offsets), Stop> {
    let (given, offsets) = write(text, stand_ins);
    match parser(&given) {
        Ok(parsed) => Ok((parsed, offsets)),
        Err(error) => {
            let stop = Stop::of(&error);
            Err(Stop { at: offsets.of(stop.at), ..stop })
        }
    }
}

/// What is written for a part of a text.
struct StandIn {
    part: Range<usize>,
    text: &'static str,
}

/// What to write otherwise, in source order. Objects of more than so many bytes are emptied.
fn stand_ins(text: &str, found: FoundIn<'_>, length: usize) -> Vec<StandIn> {
    let literals = found.literals().map(|part| StandIn { part, text: "-" });
    let heredocs = found.empty_heredocs().map(|part| StandIn { part, text: "(\"\")" });
    let mut stand_ins: Vec<_> = literals.chain(heredocs).collect();
    if text.len() > length {
        let objects = found.objects(text).into_iter();
        let long =
            objects.filter(|it| it.len() > length && cut::cut_object(&text[it.clone()]).is_some());
        stand_ins.extend(long.map(|object| StandIn { part: object, text: "{}" }));
    }
    stand_ins.sort_unstable_by_key(|stand_in| stand_in.part.start);
    stand_ins
}

/// The text with stand-ins, of which those in the part of another are left out.
fn write(text: &str, stand_ins: Vec<StandIn>) -> (Cow<'_, str>, Offsets) {
    if stand_ins.is_empty() {
        return (Cow::Borrowed(text), Offsets::default());
    }
    let mut given = String::with_capacity(text.len());
    let mut moved = Vec::with_capacity(text.len() + 1);
    let mut written = 0;
    for StandIn { part, text: stand_in } in stand_ins {
        if part.start >= written {
            given += &text[written..part.start];
            given += stand_in;
            moved.extend(written as u32..part.start as u32);
            moved.extend(iter::repeat_n(part.start as u32, stand_in.len()));
            written = part.end;
        }
    }
    given += &text[written..];
    moved.extend(written as u32..=text.len() as u32);
    (Cow::Owned(given), Offsets { shift: 0, moved })
}

impl Offsets {
    /// Those in a text of which the one that was parsed is the part that starts there.
    #[must_use]
    pub(super) fn shifted(self, by: isize) -> Self {
        Self { shift: self.shift + by, ..self }
    }

    /// The offset in the text. Those in a stand-in lead to the start of its part.
    pub(super) fn of(&self, given: usize) -> usize {
        let offset = self.moved.get(given).map_or(given, |offset| *offset as usize);
        offset.saturating_add_signed(self.shift)
    }
}

impl Stop {
    pub(super) fn of(error: &Error) -> Self {
        Self { at: error.location().offset(), message: error.message().to_owned() }
    }

    /// A stop without a word about it.
    pub(super) const fn silent(at: usize) -> Self {
        Self { at, message: String::new() }
    }

    #[must_use]
    pub(super) fn shifted(self, by: usize) -> Self {
        Self { at: self.at + by, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given for a text.
    fn given(text: &str, length: usize) -> String {
        let found = cut::find(text);
        write(text, stand_ins(text, found.within(&(0..text.len())), length)).0.into_owned()
    }

    #[test]
    fn literal_text_is_a_dash() {
        let text = "a \"b c\" {\n  d = \"x ${e(\"y y\")} $${z} 5% \\n\"\n  f = <<-EOT\n    g\n    ${h}\r\n  EOT\n}";
        let expected =
            "a \"-\" {\n  d = \"-${e(\"-\")} $${z} 5% \\n\"\n  f = <<-EOT\n-${h}\r\n  EOT\n}";
        assert_eq!(given(text, 99), expected);
    }

    #[test]
    fn keys_stay_apart() {
        let text = "{ \"a b\" = \"c d\", \"e${\"f g\"}\" : \"h i\", (j) = \"k l\" == \"m n\" }";
        let expected = "{ \"a b\" = \"-\", \"e${\"f g\"}\" : \"-\", (j) = \"-\" == \"-\" }";
        assert_eq!(given(text, 99), expected);
    }

    #[test]
    fn offsets_lead_to_the_text() {
        let text = "a = [\"bcd\", <<E\nE\n, \"e\"]";
        let found = cut::find(text);
        let (given, offsets) = write(text, stand_ins(text, found.within(&(0..text.len())), 99));
        assert_eq!(given, "a = [\"-\", (\"\")\n, \"-\"]");
        let of = |part: &str| offsets.of(given.find(part).unwrap());
        assert_eq!(
            [of("a"), of("\", ("), of("(\"\")"), of("\n, "), of("-\"]")],
            [0, 9, 12, 17, 21]
        );
        assert_eq!(offsets.of(given.len()), text.len());
        assert_eq!(offsets.shifted(-4).of(given.len()), text.len() - 4);
    }

    #[test]
    fn objects_in_expressions_are_emptied_whatever_is_before_them() {
        let text = "b in {\n  a = [for k in {x = 1} : \"${{y = 2}.y}\"]\n  c = {for k in {z = 3} : k => k}\n}";
        let expected = "b in {\n  a = [for k in {} : \"${{}.y}\"]\n  c = {for k in {} : k => k}\n}";
        assert_eq!(given(text, 0), expected);
    }

    #[test]
    fn heredocs_without_lines_are_strings() {
        let text = "[<<A\nA\n, <<-A\n  \n  A\n, <<-ABC\n  ABC\n, \"<<A\", <<A\nB A\nA\n]";
        let expected = "[(\"\")\n, <<-A\n-\n  A\n, (\"\")\n, \"-\", <<A\n-\nA\n]";
        assert_eq!(given(text, 99), expected);
    }

    #[test]
    fn no_line_of_a_heredoc_starts_with_its_delimiter_but_the_last() {
        let text = "<<-EOT\n  EOT x ${<<E\nE,\nE\n}\n\tEOT)\n\tAAA\n  EOT\n";
        assert_eq!(given(text, 99), "<<-EOT\n-${<<E\n-\nE\n}-\n  EOT\n");
    }

    #[test]
    fn objects_are_emptied_behind_operators_and_comments() {
        let text = "a = b || {x = 1}\nc = /* d */ {y = 2}\ne- /* = */ {\n}\n";
        assert_eq!(given(text, 0), "a = b || {}\nc = /* d */ {}\ne- /* = */ {\n}\n");
    }

    #[test]
    fn objects_are_emptied_and_blocks_are_not() {
        let text = "b \"{\" {\n  a = { x = { y = 1 } }\n  c = f({ z = \"}\" }, {for k in l : k => k}) /* { */\n}";
        let expected = "b \"-\" {\n  a = {}\n  c = f({}, {for k in l : k => k}) /* { */\n}";
        assert_eq!(given(text, 0), expected);
        assert_eq!(given(text, 16), expected.replace("f({}", "f({ z = \"-\" }"));
    }
}
