//! What reading JSON syntax reports.

use super::document::JsonValue;
use crate::body::diags::unexpected;
use crate::body::{BodySchema, Suggestion};
use crate::diag::Diagnostic;
use crate::source::Place;
use crate::syntax::diags::DOUBLE_QUOTES;

/// What is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    Brace,
    Bracket,
}

pub(super) fn too_deep(open: Place, levels: usize) -> Diagnostic {
    let detail =
        format!("Arrays and objects can nest {levels} levels deep, and this one is deeper.");
    Diagnostic::error(open, "Nested too deeply", detail)
}

pub(super) fn half_a_pair(escape: Place) -> Diagnostic {
    let detail = format!(
        "{} is one half of a character that takes two escapes, and the other half is not beside it.",
        escape.text()
    );
    Diagnostic::error(escape, "Invalid escape sequence", detail)
}

pub(super) fn invalid_escape(escape: Place) -> Diagnostic {
    let detail = format!(
        "{} is no escape sequence. JSON has \\n, \\r, \\t, \\b, \\f, \\\", \\/, \\\\ and \\uNNNN; a backslash \
         itself is \\\\.",
        escape.text()
    );
    Diagnostic::error(escape, "Invalid escape sequence", detail)
}

pub(super) fn empty(end: Place) -> Diagnostic {
    let detail = "The text is empty. An empty body is written {}.";
    Diagnostic::error(end, "Missing value", detail)
}

pub(super) fn unclosed(open: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!(
        "There is no {closer:?} for this {what}. A closing one further down may belong to something opened \
         later."
    );
    Diagnostic::error(open, format!("Unclosed {what}"), detail)
}

pub(super) fn unclosed_string(quote: Place) -> Diagnostic {
    let detail = "The closing quote is missing. A line end in a string is written \\n.";
    Diagnostic::error(quote, "Unclosed string", detail)
}

pub(super) fn control_character(place: Place) -> Diagnostic {
    let code = place.text().chars().next().map_or(0, u32::from);
    let escape = match code {
        9 => "\\t".to_owned(),
        10 => "\\n".to_owned(),
        _ => format!("\\u{code:04x}"),
    };
    let detail = format!("This character cannot stand in a string as it is. Write {escape}.");
    Diagnostic::error(place, "Control character", detail)
}

pub(super) fn comment(place: Place) -> Diagnostic {
    let detail = "JSON has no comments. In a body, a property named \"//\" is one: \"//\": \"…\".";
    Diagnostic::error(place, "Comment", detail)
}

pub(super) fn other_quotes(place: Place) -> Diagnostic {
    Diagnostic::error(place, "Wrong quotes", DOUBLE_QUOTES)
}

pub(super) fn trailing_comma(comma: Place, closer: &str) -> Diagnostic {
    let detail = format!("There can be no comma before {closer:?}. Leave it out.");
    Diagnostic::error(comma, "Trailing comma", detail)
}

pub(super) fn wrong_closer(place: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!("Here a {what} is open, which {closer:?} closes, not {:?}.", place.text());
    Diagnostic::error(place, "Unexpected closing bracket", detail)
}

pub(super) fn extra_text(place: Place) -> Diagnostic {
    let detail = format!(
        "The text is complete before {:?}: it holds a single value, with nothing behind it.",
        place.text()
    );
    Diagnostic::error(place, "Extra text after value", detail)
}

pub(super) fn name_without_quotes(place: Place) -> Diagnostic {
    let detail =
        format!("Names of properties are written in double quotes: \"{}\": ….", place.text());
    Diagnostic::error(place, "Missing quotes", detail)
}

pub(super) fn missing_name(place: Place) -> Diagnostic {
    let detail =
        format!("Here the name of a property is expected, \"name\": …, not {:?}.", place.text());
    Diagnostic::error(place, "Missing name", detail)
}

pub(super) fn missing_colon(place: Place) -> Diagnostic {
    let detail = "Between the name of a property and its value there must be a colon: \"name\": ….";
    Diagnostic::error(place, "Missing colon", detail)
}

pub(super) fn missing_comma(place: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!("Before this a comma is missing, or {closer:?}, which closes the {what}.");
    Diagnostic::error(place, "Missing comma", detail)
}

pub(super) fn missing_value(place: Place) -> Diagnostic {
    let detail = match place.text() {
        "" => "A value is expected here.".to_owned(),
        found => format!("A value is expected here, not {found:?}."),
    };
    Diagnostic::error(place, "Missing value", detail)
}

pub(super) fn unknown_word(word: Place) -> Diagnostic {
    let text = word.text();
    let lower = text.to_ascii_lowercase();
    let detail = match &*lower {
        "true" | "false" | "null" => format!("The word is written {lower}."),
        _ => format!(
            "{text} is no value. The words of JSON are true, false and null; everything else that is not a \
             number is a string, \"{text}\"."
        ),
    };
    Diagnostic::error(word, "Unknown word", detail)
}

pub(super) fn invalid_number(number: Place) -> Diagnostic {
    let text = number.text();
    let digits = text.trim_start_matches(['+', '-']);
    let zeros = digits.len() > 1 && digits.starts_with('0');
    let detail = match text.as_bytes() {
        [b'+', ..] => "A number has no plus sign in front of it.".to_owned(),
        _ if zeros && !digits.starts_with("0.") => {
            "A number does not start with a zero, unless that is all before the point.".to_owned()
        }
        _ => format!("{text} is no number. Numbers are decimal, such as 10, -0.5 and 1.5e3."),
    };
    Diagnostic::error(number, "Invalid number", detail)
}

pub(super) fn root_is_no_body(place: Place, found: &JsonValue) -> Diagnostic {
    let detail = format!(
        "A configuration is an object, or an array of objects, but this text is {}.",
        found.describe()
    );
    Diagnostic::error(place, "Not a body", detail)
}

pub(super) fn no_body(place: Place, found: &JsonValue) -> Diagnostic {
    let detail =
        format!("An object with attributes and blocks is required here, not {}.", found.describe());
    Diagnostic::error(place, "Object required", detail)
}

/// A body that holds attributes of any names.
pub(super) fn no_object(place: Place, found: &JsonValue) -> Diagnostic {
    let detail = format!("An object with attributes is required here, not {}.", found.describe());
    Diagnostic::error(place, "Object required", detail)
}

pub(super) fn no_block(place: Place, found: &JsonValue, ty: &str) -> Diagnostic {
    let detail = format!(
        "{ty:?} is a type of blocks. An object is required here, or an array of one for each block, not {}.",
        found.describe()
    );
    Diagnostic::error(place, "Object required", detail)
}

pub(super) fn no_labels(place: Place, found: &JsonValue, ty: &str, label: &str) -> Diagnostic {
    let detail = format!(
        "Blocks of type {ty:?} have the label {label:?}. An object is required here, in which the names of \
         properties are labels, not {}.",
        found.describe()
    );
    Diagnostic::error(place, "Object required", detail)
}

pub(super) fn missing_label(place: Place, ty: &str, label: &str) -> Diagnostic {
    let detail = format!(
        "Blocks of type {ty:?} have the label {label:?}, which is the name of a property here: {{\"…\": {{}}}}."
    );
    Diagnostic::error(place, "Missing label", detail)
}

pub(super) fn repeated_key((second, first): (Place, Place), name: &str) -> Diagnostic {
    let detail = format!("The key {name:?} occurs more than once in this object.");
    Diagnostic::error(second, "Repeated key", detail).with_related(first, "first given here")
}

/// `meant` is what the property seems to be meant to be, if that can be told.
pub(super) fn unexpected_property(
    place: Place,
    name: &str,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    let detail = format!("No attribute or block type is named {name:?} here.");
    let error = Diagnostic::error(place, "Unexpected property", detail);
    unexpected(schema, error.with_help(suggestion.hint()))
}

impl Opener {
    /// What it is called, and what closes it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Brace => ("brace", "}"),
            Self::Bracket => ("bracket", "]"),
        }
    }
}
