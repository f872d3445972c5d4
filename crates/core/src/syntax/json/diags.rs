//! Errors in JSON syntax.

use super::document::JsonValue;
use super::fixes;
use crate::body::diags::unexpected;
use crate::body::{BodySchema, Suggestion};
use crate::diag::{Diagnostic, Fix, codes};
use crate::source::Place;
use crate::syntax::diags::DOUBLE_QUOTES;

/// An opening delimiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    Brace,
    Bracket,
}

pub(super) fn too_deep(open: Place, levels: usize) -> Diagnostic {
    let detail = format!("Arrays and objects can be nested at most {levels} levels deep.");
    codes::NESTED_TOO_DEEPLY.error(open, detail)
}

pub(super) fn half_a_pair(escape: Place) -> Diagnostic {
    let detail = format!(
        "{} is one half of a surrogate pair; the other half is missing next to it.",
        escape.text()
    );
    codes::INVALID_ESCAPE_SEQUENCE.error(escape, detail)
}

pub(super) fn invalid_escape(escape: Place) -> Diagnostic {
    let detail = format!("{} is not an escape sequence.", escape.text());
    let fix = fixes::double_backslash(&escape);
    codes::INVALID_ESCAPE_SEQUENCE.error(escape, detail).with_fix(fix).with_help(
        "Use \\n, \\r, \\t, \\b, \\f, \\\", \\/, \\\\ or \\uNNNN; write a backslash as \\\\.",
    )
}

pub(super) fn empty(end: Place) -> Diagnostic {
    codes::MISSING_VALUE
        .error(end, "Expected a value; the input is empty.")
        .with_help("Write an empty body as {}.")
}

pub(super) fn unclosed(open: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!("Expected {closer:?} to close this {what}.");
    let code = match opener {
        Opener::Brace => codes::UNCLOSED_BRACE,
        Opener::Bracket => codes::UNCLOSED_BRACKET,
    };
    let fix = fixes::close_at_end(open.source(), closer);
    code.error(open, detail)
        .with_fix(fix)
        .with_help(format!("A {closer:?} further down may close something else."))
}

pub(super) fn unclosed_string(quote: Place) -> Diagnostic {
    let fix = fixes::close_string(&quote);
    codes::UNCLOSED_STRING
        .error(quote, "Expected a closing quote on this line.")
        .with_fix(fix)
        .with_help("Write a newline in a string as \\n.")
}

pub(super) fn control_character(place: Place) -> Diagnostic {
    let code = place.text().chars().next().map_or(0, u32::from);
    let escape = match code {
        9 => "\\t".to_owned(),
        10 => "\\n".to_owned(),
        _ => format!("\\u{code:04x}"),
    };
    let fix = fixes::rewrite("Write the character as an escape sequence", &place, &escape);
    codes::CONTROL_CHARACTER
        .error(place, "A string can't contain a literal control character.")
        .with_fix(fix)
        .with_help(format!("Write {escape}."))
}

pub(super) fn comment(place: Place) -> Diagnostic {
    let fix = fixes::delete_comment(&place);
    codes::UNEXPECTED_COMMENT
        .error(place, "JSON has no comments.")
        .with_fix(fix)
        .with_help("In a body, a property named \"//\" is a comment: \"//\": \"…\".")
}

pub(super) fn other_quotes(place: Place) -> Diagnostic {
    let fix = fixes::double_quotes(&place);
    codes::INVALID_QUOTES.error(place, DOUBLE_QUOTES).with_fix(fix)
}

pub(super) fn trailing_comma(comma: Place, closer: &str) -> Diagnostic {
    let detail = format!("A comma is not allowed before {closer:?}.");
    let fix = Fix::safe("Delete the comma").delete(comma.clone());
    codes::TRAILING_COMMA.error(comma, detail).with_help("Remove the comma.").with_fix(fix)
}

pub(super) fn wrong_closer(place: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!("Expected {closer:?} to close the {what}, not {:?}.", place.text());
    let fix = Fix::uncertain(format!("Write {closer:?}")).replace(place.clone(), closer);
    codes::MISMATCHED_BRACKET.error(place, detail).with_fix(fix)
}

pub(super) fn extra_text(place: Place) -> Diagnostic {
    let detail = format!("Expected the end of the input after the value, not {:?}.", place.text());
    codes::EXTRA_CHARACTERS_AFTER_VALUE.error(place, detail)
}

pub(super) fn name_without_quotes(place: Place) -> Diagnostic {
    let help = format!("Write \"{}\": ….", place.text());
    let fix = fixes::quote(&place);
    codes::MISSING_QUOTES
        .error(place, "A property name must be in double quotes.")
        .with_help(help)
        .with_fix(fix)
}

pub(super) fn missing_name(place: Place) -> Diagnostic {
    let detail = format!("Expected a property (as in \"name\": …), not {:?}.", place.text());
    codes::MISSING_NAME.error(place, detail)
}

pub(super) fn missing_colon(place: Place) -> Diagnostic {
    let detail = "Expected a colon after the property name (as in \"name\": …).";
    let fix = fixes::insert_colon(&place);
    codes::MISSING_COLON.error(place, detail).with_fix(fix)
}

pub(super) fn missing_comma(place: Place, opener: Opener) -> Diagnostic {
    let (what, closer) = opener.words();
    let detail = format!("Expected a comma, or {closer:?} to close the {what}, before this.");
    let fix = fixes::insert_comma(&place);
    codes::MISSING_COMMA.error(place, detail).with_fix(fix)
}

pub(super) fn missing_value(place: Place) -> Diagnostic {
    let detail = match place.text() {
        "" => "Expected a value.".to_owned(),
        found => format!("Expected a value, not {found:?}."),
    };
    codes::MISSING_VALUE.error(place, detail)
}

pub(super) fn unknown_word(word: Place) -> Diagnostic {
    let text = word.text();
    let lower = text.to_ascii_lowercase();
    let help = match &*lower {
        "true" | "false" | "null" => format!("Write {lower} in lowercase."),
        _ => format!("The words of JSON are true, false and null. Write a string as \"{text}\"."),
    };
    let detail = format!("{text} is not a JSON value.");
    let fix = match &*lower {
        "true" | "false" | "null" => fixes::rewrite("Write the word in lowercase", &word, &lower),
        _ => fixes::quote(&word),
    };
    codes::UNKNOWN_WORD.error(word, detail).with_help(help).with_fix(fix)
}

pub(super) fn invalid_number(number: Place) -> Diagnostic {
    let text = number.text();
    let digits = text.trim_start_matches(['+', '-']);
    let detail = match text.as_bytes() {
        [b'+', ..] => "A number can't start with a plus sign.".to_owned(),
        _ if matches!(digits.as_bytes(), [b'0', b'0'..=b'9', ..]) => {
            "A number can't start with an extra zero.".to_owned()
        }
        _ => format!(
            "{text} is not a valid number; numbers are decimal, such as 10, -0.5 and 1.5e3."
        ),
    };
    let fix = fixes::plain_number(&number);
    codes::INVALID_NUMBER.error(number, detail).with_fix(fix)
}

pub(super) fn root_is_no_body(place: Place, found: &JsonValue) -> Diagnostic {
    let detail = format!(
        "A configuration must be an object or an array of objects, not {}.",
        found.describe()
    );
    codes::INVALID_CONFIGURATION.error(place, detail)
}

pub(super) fn no_body(place: Place, found: &JsonValue) -> Diagnostic {
    let detail =
        format!("A body must be an object with attributes and blocks, not {}.", found.describe());
    codes::OBJECT_REQUIRED.error(place, detail)
}

/// A value that cannot be a body of free attributes.
pub(super) fn no_object(place: Place, found: &JsonValue) -> Diagnostic {
    let detail = format!("A body must be an object with attributes, not {}.", found.describe());
    codes::OBJECT_REQUIRED.error(place, detail)
}

pub(super) fn no_block(place: Place, found: &JsonValue, ty: &str) -> Diagnostic {
    let detail = format!(
        "The blocks of type {ty:?} must be an object, or an array with an object for each block, not {}.",
        found.describe()
    );
    codes::OBJECT_REQUIRED.error(place, detail)
}

pub(super) fn no_labels(place: Place, found: &JsonValue, ty: &str, label: &str) -> Diagnostic {
    let detail = format!(
        "Blocks of type {ty:?} must be an object whose property names are the label {label:?}, not {}.",
        found.describe()
    );
    codes::OBJECT_REQUIRED.error(place, detail)
}

pub(super) fn missing_label(place: Place, ty: &str, label: &str) -> Diagnostic {
    let detail =
        format!("A block of type {ty:?} must have the label {label:?} as a property name.");
    codes::MISSING_LABEL.error(place, detail).with_help("Write {\"…\": {}}.")
}

pub(super) fn repeated_key((second, first): (Place, Place), name: &str) -> Diagnostic {
    let detail = format!("The key {name:?} appears more than once in this object.");
    codes::DUPLICATE_KEY.error(second, detail).with_related(first, "first set here")
}

/// An unexpected property.
pub(super) fn unexpected_property(
    place: Place,
    name: &str,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    let detail = format!("The property {name:?} is not expected here.");
    let error = codes::UNEXPECTED_PROPERTY.error(place, detail);
    unexpected(schema, suggestion.add_to(error, name, "properties"))
}

impl Opener {
    /// Returns the name of the delimiter, and its closing counterpart.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Brace => ("brace", "}"),
            Self::Bracket => ("bracket", "]"),
        }
    }
}
