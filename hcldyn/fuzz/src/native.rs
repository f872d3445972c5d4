//! The lexer and the parser of the native syntax by themselves.

#[path = "../../../crates/syntax/tests/suite/checker/mod.rs"]
mod checker;

use hcldyn_syntax::lexer::{Lexer, Token};
use hcldyn_syntax::parser::{unescape_quoted, unescape_template};
use hcldyn_syntax::prompt;

/// Parses a source in every way, and checks the tokens and the order of the events.
pub(crate) fn check(text: &str) {
    is_lossless(text, Lexer::new(text));
    is_lossless(text, Lexer::template(text));
    let body = checker::check_body(text);
    assert!(body.errors.len() <= 2 * text.len() + 2, "{} errors", body.errors.len());
    checker::check_expression(text);
    checker::check_template(text);
    if let Some((start, _)) = text.char_indices().nth(text.len() / 8) {
        checker::check_expression_from(text, start);
    }
    // An escape sequence is longer than the character it represents.
    assert!(unescape_quoted(text).len() <= text.len());
    assert!(unescape_template(text).len() <= text.len());
    let _ = prompt::is_unfinished(text);
    prompt::entries(text).for_each(|entry| assert!(text.get(entry.range()).is_some()));
}

/// Checks that the tokens add up to the source.
fn is_lossless(text: &str, tokens: impl Iterator<Item = Token>) {
    let mut at = 0;
    for token in tokens {
        let end = token.end as usize;
        assert!(at < end && text.is_char_boundary(end), "{token:?} after {at}");
        at = end;
    }
    assert_eq!(at, text.len());
}
