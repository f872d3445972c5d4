//! Possible secrets in comments.

use crate::cty::internal::Bisect;
use std::ops::Range;

use hcldyn_syntax::error::{ErrorKind, SyntaxError};
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::parser::parse_expression;

use super::extent::next_name;
use super::names::{Matcher, SensitiveNames};
use super::secrets::Secret;
use crate::source::Span;

/// Finds the comments inside sensitive items, the comments that may continue a sensitive value, and the text after sensitive
/// names in other comments.
pub(super) fn in_comments(
    text: &str,
    secrets: &[Secret],
    names: &SensitiveNames,
) -> Vec<Range<usize>> {
    let mut names = Matcher::new(names);
    let (mut found, mut comments) = (Vec::<Range<usize>>::new(), comments(text).peekable());
    while let Some(comment) = comments.next() {
        if is_in_item(text, secrets, &comment) {
            found.push(comment);
            continue;
        }
        let Some(after) = after_name(text, comment.clone(), &mut names) else { continue };
        let (mut end, value) = (comment.end, value_start(text, after..comment.end));
        if value == end {
            continue;
        }
        if is_open(text, after..end) {
            // The value may continue in the comments on the next lines.
            while let Some(next) = comments.next_if(|next| is_next_line(&text[end..next.start])) {
                end = next.end;
            }
        }
        found.push(value..end);
    }
    found
}

/// Returns `true` for a comment in a sensitive item, and for one on its line if the value or the comment does not end by
/// itself, if a sign in place of another may have made it of a part of the value, or if it is a value.
fn is_in_item(text: &str, secrets: &[Secret], comment: &Range<usize>) -> bool {
    let after = secrets.count_leading(|secret| secret.item < comment.start);
    let Some(secret) = secrets[..after].last() else { return false };
    if comment.start < secret.range.end {
        return true;
    }
    let value = &text[secret.range.clone()];
    let between = &text[secret.range.end..comment.start];
    let may_continue = value.ends_with(char::is_alphanumeric) && !is_constant(value);
    let content = &text[comment.clone()];
    !between.contains('\n')
        && (between.is_empty()
            || may_continue
            || is_unclosed(content)
            || closes(content)
            || is_value(text, comment))
}

/// Returns `true` for a comment that starts with a string, or is an expression with literals. It may be another value of the
/// attribute.
fn is_value(text: &str, comment: &Range<usize>) -> bool {
    let content = text[comment.clone()].trim_end_matches("*/");
    let end = comment.start + content.len();
    let content = content.trim_start_matches(['#', '/', '*', ' ', '\t']);
    let mut receiver = Literals { are_found: false, has_error: false };
    parse_expression(text, end - content.len()..end, &mut receiver as &mut dyn Receiver);
    content.starts_with('"') || receiver.are_found && !receiver.has_error
}

/// Returns `true` for a comment with the end of a string or of a constructor that starts before it.
fn closes(comment: &str) -> bool {
    let mut open = 0_i32;
    let has_close = comment.chars().any(|c| {
        open += i32::from("[{(".contains(c)) - i32::from("]})".contains(c));
        open < 0
    });
    has_close || comment.matches('"').count() % 2 == 1
}

/// Returns `true` for a comment without an end.
fn is_unclosed(comment: &str) -> bool {
    comment.strip_prefix("/*").is_some_and(|rest| !rest.ends_with("*/"))
}

/// Returns `true` for a number or another constant, after which no more of the value can follow.
fn is_constant(value: &str) -> bool {
    matches!(value, "true" | "false" | "null") || value.parse::<f64>().is_ok()
        // The end of a heredoc is on its own line.
        || value.starts_with("<<") && value.contains('\n')
}

/// Returns the end of a sensitive name in a comment, and of the quote after it.
fn after_name(text: &str, comment: Range<usize>, names: &mut Matcher<'_>) -> Option<usize> {
    let mut at = comment.start;
    while let Some(name) = next_name(text, at..comment.end) {
        at = name.end;
        if names.is_sensitive(&text[name]) {
            return Some(at + usize::from(text[at..comment.end].starts_with('"')));
        }
    }
    None
}

/// Returns the start of a value after its name and its sign.
fn value_start(text: &str, rest: Range<usize>) -> usize {
    let value = text[rest.clone()].trim_start_matches([' ', '\t', '\r', '\n', '"', '=', ':']);
    rest.end - value.len()
}

/// Returns `true` if something in the text after a name has no end.
fn is_open(text: &str, rest: Range<usize>) -> bool {
    let mut receiver = Unclosed(false);
    let value = text[rest.clone()].trim_start_matches([' ', '\t', '\r', '\n', '=', ':']);
    parse_expression(text, rest.end - value.len()..rest.end, &mut receiver as &mut dyn Receiver);
    receiver.0
}

fn is_next_line(between: &str) -> bool {
    between.trim().is_empty() && between.matches('\n').count() == 1
}

struct Unclosed(bool);

impl Receiver for Unclosed {
    fn event(&mut self, _: Event, _: Span) {}

    fn error(&mut self, error: SyntaxError) {
        self.0 |= error.kind == ErrorKind::Unclosed;
    }
}

/// Searches an expression for literals.
struct Literals {
    are_found: bool,
    has_error: bool,
}

impl Receiver for Literals {
    fn event(&mut self, event: Event, _: Span) {
        self.are_found |=
            matches!(event, Event::String { .. } | Event::Text { .. } | Event::Number);
    }

    fn error(&mut self, _: SyntaxError) {
        self.has_error = true;
    }
}

fn comments(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    Lexer::new(text).filter_map(move |token| {
        let range = start..token.end as usize;
        start = range.end;
        match token.kind {
            TokenKind::LineComment | TokenKind::BlockComment | TokenKind::UnclosedComment => {
                Some(range)
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::secrets::{self, Trust};
    use super::*;
    use crate::diag::hidden::names::samples;

    /// Pieces of random sources, including unmatched brackets and quotes.
    const PARTS: [&str; 34] = [
        "user", "=", ":", "\"", "\"a\"", "${", "%{", "{", "}", "(", ")", "[", "]", ",", ".", "\n",
        "\r\n", " ", "<<EOT\n", "EOT\n", "/*", "*/", "# ", "//", "\\", "'", "password", "pasword",
        "dynamic", "0", "é", "$$", "?", "=>",
    ];

    fn found(text: &str) -> Vec<&str> {
        let secrets = secrets::find(text, &samples(), Trust::Parsed).values;
        let ranges = in_comments(text, &secrets, &samples());
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn comments_that_may_contain_a_secret_are_found() {
        assert_eq!(found("password = a # 1\n# 2\n"), ["# 1"]);
        assert_eq!(
            found("password = /* 1 */ [ // 2\n a, # 3\n b /* 4\n */ ]"),
            ["/* 1 */", "// 2", "# 3", "/* 4\n */"]
        );
        assert_eq!(found("# password ,= 1\nuser = 2 # 3\n"), [",= 1"]);
        assert_eq!(found("/* password: 1\nuser = 2 */ # 3"), ["1\nuser = 2 */"]);
        assert_eq!(found("# password = [\n#   1,\n# ]\n\n# 2"), ["[\n#   1,\n# ]"]);
        assert_eq!(found("# password = \"1\n# user = 2\nuser = 1 # 3"), ["1\n# user = 2"]);
        assert_eq!(found("password = \"1\", # 2\"]\n# 3"), ["# 2\"]"]);
        assert_eq!(found("password = \"1\" // 2)"), ["// 2)"]);
        assert_eq!(found("password = { a = 1 }# 2\n# 3"), ["# 2"]);
        for comment in ["# \"b\"", "# \"b\" c", "// 2", "# [\"b\"]", "# { b = 2 } # c", "/* 2 */"] {
            assert_eq!(found(&format!("password = 1 {comment}\nuser = 1 # 2\n")), [comment]);
        }
    }

    #[test]
    fn other_comments_are_not_found() {
        for value in
            ["\"1\"", "[1]", "{ a = 1 }", "f(1)", "12", "-1.5", "true", "null", "<<E\n1\nE"]
        {
            assert_eq!(found(&format!("# a\npassword = {value} # b\n# c\n// d\n")), [""; 0]);
        }
        assert_eq!(found("# a\npassword = \"1\"\n/* b */ user = 1 # c"), [""; 0]);
        for comment in ["# b \"c\" (d) [e]", "# [b]", "# 2 b", "// b = c"] {
            assert_eq!(found(&format!("password = \"1\" {comment}")), [""; 0], "{comment}");
        }
    }

    /// Checks that a secret on its own line is hidden after any source text.
    #[test]
    fn secrets_after_random_text_are_hidden() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..state >> 60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += PARTS[(state >> 33) as usize % PARTS.len()];
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            assert_hidden_after(text);
        }
    }

    fn assert_hidden_after(mut text: String) {
        text += "\npassword = \"hunter\"\n}";
        let found = secrets::find(&text, &samples(), Trust::Parsed);
        assert!(found.values.is_sorted_by(|a, b| a.range.end <= b.range.start), "{text}");
        let at = text.rfind("hunter").unwrap_or_default();
        let hidden = found.values.iter().filter(|it| !it.is_reference).map(|it| it.range.clone());
        let mut hidden = hidden.chain(in_comments(&text, &found.values, &samples()));
        assert!(hidden.any(|range| range.contains(&at)), "{text}\n{:?}", found.values);
    }

    /// Takes minutes if the end of each value is searched for separately.
    #[test]
    fn secrets_after_many_repeated_parts_are_hidden() {
        for part in [
            "password = [\nuser = 1\n",
            "password = {\nuser = {\n",
            "password = \"${\n",
            "password = <<A\n",
            "a = <<A\n",
            "/* ",
            "/**/ ",
            "# password\n",
            "a = \"${",
            "password = 1\n\n\n",
            "password, ",
            "password )",
            "{ ) ",
            "'password",
        ] {
            assert_hidden_after(part.repeat(30_000));
        }
    }
}
