//! What reading native syntax reports.

use crate::diag::{Diagnostic, did_you_mean};
use crate::source::Place;

/// The bracket that ends a list of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closer {
    /// `]` of a list.
    Bracket,
    /// `)` of a call or a parenthesis.
    Paren,
    /// `}` of an object.
    Brace,
}

pub(super) fn unexpected(token: Place, at_end: bool) -> Diagnostic {
    let detail = match token.text() {
        _ if at_end => "The text ends before this is complete.".to_owned(),
        "" => "The line ends before this is complete.".to_owned(),
        text => format!("Here {text:?} has no meaning, or something before it is missing."),
    };
    Diagnostic::error(token, "Invalid syntax", detail)
}

pub(super) fn unclosed_bracket(open: Place) -> Diagnostic {
    let (what, closer) = match open.text() {
        "(" => ("parenthesis", ")"),
        "[" => ("bracket", "]"),
        _ => ("brace", "}"),
    };
    let detail = format!(
        "There is no {closer:?} for this {what}. A closing one further down may belong to something opened later."
    );
    Diagnostic::error(open, format!("Unclosed {what}"), detail)
}

/// `open` is `${` or `%{`.
pub(super) fn unclosed_sequence(open: Place) -> Diagnostic {
    let text = open.text();
    let detail = format!(
        "There is no \"}}\" for this {text:?}. To have the characters themselves, write {:?}.",
        format!("{}{text}", &text[..1])
    );
    Diagnostic::error(open, "Unclosed template sequence", detail)
}

pub(super) fn unclosed_string(quote: Place) -> Diagnostic {
    let detail = "The closing quote is missing on this line. For a line end in a string write \\n, for several lines a heredoc: <<EOT.";
    Diagnostic::error(quote, "Unclosed string", detail)
}

pub(super) fn unclosed_comment(open: Place) -> Diagnostic {
    Diagnostic::error(open, "Unclosed comment", "There is no \"*/\" to end this comment.")
}

/// `open` is the line from `<<` on.
pub(super) fn unclosed_heredoc(open: Place) -> Diagnostic {
    let delimiter = open.text().trim_start_matches(['<', '-']);
    let detail = format!("No line has {delimiter} alone on it to end this text.");
    Diagnostic::error(open, "Unclosed heredoc", detail)
}

/// `most` levels of blocks and expressions can be read.
pub(super) fn too_deep(place: Place, most: usize) -> Diagnostic {
    let detail = format!("There are too many levels around this. At most {most} can be read.");
    Diagnostic::error(place, "Nested too deeply", detail)
}

/// `most` parts of an expression can be around another one.
pub(super) fn too_many_around(place: Place, most: usize) -> Diagnostic {
    let detail = format!(
        "At most {most} parts of an expression can be around another one, and each index or splat is \
         around what it is of. Put some of them in attributes of their own."
    );
    Diagnostic::error(place, "Nested too deeply", detail)
}

pub(super) fn too_many_operators(place: Place) -> Diagnostic {
    let detail = "One expression can have at most 128 operators in a row. Put parts of it in attributes or lists of their own.";
    Diagnostic::error(place, "Too many operators", detail)
}

pub(super) fn unreadable_number(place: Place) -> Diagnostic {
    let detail = format!("The number {} is too large or too small to be kept.", place.text());
    Diagnostic::error(place, "Number out of range", detail)
}

/// `both` is a number and an index right behind it, `1.2.3`.
pub(super) fn index_of_number(both: Place) -> Diagnostic {
    let detail = format!(
        "{} is no number. If it is a text, such as an address or a version, write it in quotes.",
        both.text()
    );
    Diagnostic::error(both, "Invalid number", detail)
}

/// `both` is the two indexes together, `0.1`.
pub(super) fn chained_legacy_index(both: Place) -> Diagnostic {
    let detail = format!("{} reads as one number. Write indexes in brackets: [0][1].", both.text());
    Diagnostic::error(both, "Unusable index", detail)
}

pub(super) fn nested_attribute_splat(inner: Place, outer: Place) -> Diagnostic {
    let detail =
        "A \".*\" cannot follow another one. Write [*] for both, which goes into each element.";
    Diagnostic::error(inner, "Nested splat", detail).with_related(outer, "inside this splat")
}

/// `token` is what follows a line end in `[*]`.
pub(super) fn broken_splat(token: Place) -> Diagnostic {
    Diagnostic::error(token, "Line end in a splat", "A splat is written on one line: [*].")
}

/// `word` is a word of the language right in front of a name or a number.
pub(super) fn missing_blank(word: Place) -> Diagnostic {
    let detail =
        format!("Behind {:?} a blank is missing: with what follows it is one name.", word.text());
    Diagnostic::error(word, "Missing blank", detail)
}

pub(super) fn duplicate_attribute(second: Place, first: Place) -> Diagnostic {
    let detail = format!("The attribute {:?} is set twice in one body.", second.text());
    Diagnostic::error(second, "Duplicate attribute", detail).with_related(first, "first set here")
}

pub(super) fn repeated_key(second: Place, first: Place) -> Diagnostic {
    let detail = format!(
        "The key {} occurs more than once in this object. The last value counts.",
        second.text()
    );
    Diagnostic::warning(second, "Repeated key", detail).with_related(first, "also set here")
}

pub(super) fn invalid_escape(escape: Place) -> Diagnostic {
    let detail = format!(
        "{} is no escape sequence. There are \\n, \\r, \\t, \\\", \\\\, \\uNNNN and \\UNNNNNNNN; a backslash itself is \\\\.",
        escape.text()
    );
    Diagnostic::error(escape, "Invalid escape sequence", detail)
}

/// `word` is what follows `%{`.
pub(super) fn invalid_directive(word: Place) -> Diagnostic {
    const WORDS: [&str; 5] = ["if", "else", "endif", "for", "endfor"];
    let detail = match word.text() {
        "if" => "This %{ if } cannot be read, or has no %{ endif } behind it.".to_owned(),
        "for" => "This %{ for } cannot be read, or has no %{ endfor } behind it. It is written %{ for name in list }.".to_owned(),
        text if WORDS.contains(&text) => {
            format!("There is nothing open before this %{{ {text} }} that it could belong to.")
        }
        text => format!(
            "After %{{ one of if, else, endif, for and endfor must follow.{} To have the characters themselves, write %%{{.",
            did_you_mean(text, WORDS)
        ),
    };
    Diagnostic::error(word, "Invalid template directive", detail)
}

pub(super) fn quote_in_directive(quote: Place) -> Diagnostic {
    let detail = "The string ends here, but a %{ if } or %{ for } in it is still open. A quote that belongs to the text is written \\\".";
    Diagnostic::error(quote, "Unclosed template directive", detail)
}

pub(super) fn extra_in_interpolation(token: Place) -> Diagnostic {
    let detail = "The expression in ${ } is complete before this. If the text is meant for another language, write $${ for its ${.";
    Diagnostic::error(token, "Extra text in interpolation", detail)
}

pub(super) fn single_quote(quote: Place) -> Diagnostic {
    let detail = "Strings are written in double quotes: \"…\".";
    Diagnostic::error(quote, "Single quotes", detail)
}

pub(super) fn backtick(token: Place) -> Diagnostic {
    let detail =
        "Strings are written in double quotes, and text of several lines as a heredoc: <<EOT.";
    Diagnostic::error(token, "Backtick", detail)
}

pub(super) fn curly_quote(token: Place) -> Diagnostic {
    let detail = "These are typographic quotes, as word processors make them. Strings are written in straight ones: \"…\".";
    Diagnostic::error(token, "Curly quotes", detail)
}

pub(super) fn semicolon(token: Place) -> Diagnostic {
    let detail = "There are no semicolons. Put each item on a line of its own.";
    Diagnostic::error(token, "Semicolon", detail)
}

pub(super) fn single_operator(token: Place) -> Diagnostic {
    let text = token.text();
    let detail = format!("There are no operators on bits. Did you mean \"{text}{text}\"?");
    Diagnostic::error(token, "Unknown operator", detail)
}

pub(super) fn lone_name(name: Place) -> Diagnostic {
    let text = name.text();
    let detail = format!(
        "After a name, the value or the block is missing: {text} = … sets an attribute, {text} {{ … }} is a block."
    );
    Diagnostic::error(name, "Incomplete item", detail)
}

pub(super) fn colon_for_equals(colon: Place, name: &str) -> Diagnostic {
    let detail = format!("Attributes are set with an equals sign: {name} = ….");
    Diagnostic::error(colon, "Colon after a name", detail)
}

pub(super) fn dotted_name(dot: Place) -> Diagnostic {
    let detail = "Names of attributes and blocks have no dots.";
    Diagnostic::error(dot, "Dot in a name", detail)
}

pub(super) fn missing_equals(token: Place, name: &str) -> Diagnostic {
    let detail = format!("The equals sign before the value is missing: {name} = ….");
    Diagnostic::error(token, "Missing equals sign", detail)
}

pub(super) fn labels_before_equals(equals: Place) -> Diagnostic {
    let detail = "An attribute is one name and its value. Names or labels before the last one make a block, which has no equals sign.";
    Diagnostic::error(equals, "Unexpected equals sign", detail)
}

pub(super) fn template_label(label: Place) -> Diagnostic {
    let detail = "A label is a name or a plain string in quotes, with no ${ } or %{ } in it.";
    Diagnostic::error(label, "Invalid label", detail)
}

pub(super) fn missing_open_brace(token: Place, at_end: bool) -> Diagnostic {
    let before = if at_end { "the end of the text" } else { "this" };
    let detail = format!(
        "The opening brace of the block is missing before {before}, on the line of its type."
    );
    Diagnostic::error(token, "Missing brace", detail)
}

pub(super) fn brace_on_next_line(header: Place, brace: Place) -> Diagnostic {
    let detail = "The opening brace of a block stands on the line of its type and labels.";
    Diagnostic::error(header, "Misplaced brace", detail).with_related(brace, "the brace")
}

pub(super) fn bare_interpolation(open: Place) -> Diagnostic {
    let detail =
        "Outside of strings there is no ${ }: write the expression alone, or put it in quotes.";
    Diagnostic::error(open, "Missing quotes", detail)
}

pub(super) fn quoted_name(quote: Place) -> Diagnostic {
    let detail = "Names of attributes and types of blocks are written without quotes.";
    Diagnostic::error(quote, "Quoted name", detail)
}

pub(super) fn stray_closer(closer: Place) -> Diagnostic {
    let detail = format!("There is nothing open here that {:?} could close.", closer.text());
    Diagnostic::error(closer, "Unexpected closing bracket", detail)
}

pub(super) fn missing_name(equals: Place) -> Diagnostic {
    Diagnostic::error(equals, "Missing name", "The name of the attribute is missing before this.")
}

pub(super) fn name_starts_with_digit(token: Place) -> Diagnostic {
    let detail =
        format!("{:?} is no name: names start with a letter or an underscore.", token.text());
    Diagnostic::error(token, "Invalid name", detail)
}

/// `before` is the item up to where the value should stand.
pub(super) fn missing_value(at: Place, before: &str) -> Diagnostic {
    let before = before.trim_end();
    let is_sign = |c: char| c.is_ascii_punctuation() && c != '_';
    let word = before.rfind([' ', '\n', '\t']).map_or(before, |blank| &before[blank + 1..]);
    let signs = word.trim_end_matches(is_sign).len();
    let last = if signs < word.len() { &word[signs..] } else { word };
    let detail = match last {
        "" => "An expression is expected.".to_owned(),
        "=" => "The value is missing. It must start on the line of its equals sign.".to_owned(),
        last => format!("An expression is missing after {last}."),
    };
    Diagnostic::error(at, "Missing expression", detail)
}

pub(super) fn repeated_equals(token: Place) -> Diagnostic {
    let detail = "Attributes are set with a single equals sign.";
    Diagnostic::error(token, "Invalid equals sign", detail)
}

pub(super) fn crowded_block(token: Place) -> Diagnostic {
    let detail = "A block on one line can hold a single attribute. Put the braces and each item on lines of their own.";
    Diagnostic::error(token, "Too much on one line", detail)
}

pub(super) fn comma_after_attribute(comma: Place) -> Diagnostic {
    let detail = "Attributes are not separated by commas, but by line ends.";
    Diagnostic::error(comma, "Unexpected comma", detail)
}

pub(super) fn missing_step_name(dot: Place) -> Diagnostic {
    let detail = "A name or an index must follow the dot directly.";
    Diagnostic::error(dot, "Incomplete traversal", detail)
}

pub(super) fn second_item(name: Place) -> Diagnostic {
    let detail =
        format!("{:?} starts another item, which must be on a line of its own.", name.text());
    Diagnostic::error(name, "Missing line end", detail)
}

pub(super) fn letters_in_number(token: Place) -> Diagnostic {
    let detail = format!(
        "{:?} cannot be part of a number: there are decimal numbers only, such as 1000 or 1.5e3, and none above 1e308. \
         If it is a text, write it in quotes.",
        token.text()
    );
    Diagnostic::error(token, "Invalid number", detail)
}

pub(super) fn extra_after_value(token: Place) -> Diagnostic {
    let detail =
        format!("The value is complete before {:?}; a line end is expected.", token.text());
    Diagnostic::error(token, "Extra text after value", detail)
}

pub(super) fn extra_after_expression(token: Place) -> Diagnostic {
    let detail = format!(
        "The expression is complete before {:?}: an operator is missing, or this is too much.",
        token.text()
    );
    Diagnostic::error(token, "Extra text after expression", detail)
}

pub(super) fn fraction_without_digit(dot: Place) -> Diagnostic {
    let detail = "A number starts with a digit: 0.5, not .5.";
    Diagnostic::error(dot, "Invalid number", detail)
}

pub(super) fn text_behind_heredoc_start(token: Place) -> Diagnostic {
    let detail = "Nothing may follow the name that starts a heredoc on its line, not even blanks.";
    Diagnostic::error(token, "Invalid heredoc", detail)
}

pub(super) fn missing_colon(token: Place) -> Diagnostic {
    let detail = "Before this a colon is missing: a choice is written condition ? value : value, a list made from another [for name in list : value].";
    Diagnostic::error(token, "Missing colon", detail)
}

pub(super) fn missing_in(token: Place) -> Diagnostic {
    let detail = "Before this the word \"in\" is missing: for name in list.";
    Diagnostic::error(token, "Invalid for expression", detail)
}

pub(super) fn missing_arrow(token: Place) -> Diagnostic {
    let detail = "An object is made with a key and a value, {for name in list : key => value}; here the \"=>\" is missing.";
    Diagnostic::error(token, "Invalid for expression", detail)
}

pub(super) fn missing_identifier(token: Place) -> Diagnostic {
    Diagnostic::error(token, "Missing name", "A name is expected here.")
}

pub(super) fn object_item_without_value(token: Place) -> Diagnostic {
    let detail = "The items of an object are written key = value.";
    Diagnostic::error(token, "Missing value of an object item", detail)
}

pub(super) fn missing_separator(token: Place, closer: Closer) -> Diagnostic {
    let detail = match closer {
        Closer::Bracket => {
            "Before this a comma or the closing \"]\" of the list or index is missing."
        }
        Closer::Paren => "Before this a comma, an operator or the closing \")\" is missing.",
        Closer::Brace => {
            "Before this a comma, a line end or the closing \"}\" of the object is missing."
        }
    };
    Diagnostic::error(token, "Missing separator", detail)
}
