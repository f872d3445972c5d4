//! The space between two tokens.

use super::lines::{Piece, is_closing, is_opening};
use crate::lexer::TokenKind;

/// Returns `true` if there is a space between two tokens of a line. `before` is the token before them.
pub(super) fn has_space(text: &str, before: Option<Piece>, left: Piece, right: Piece) -> bool {
    use TokenKind as Kind;
    match (left.kind, right.kind) {
        (_, Kind::Newline) => false,
        // The name of a function.
        (Kind::Ident, Kind::OpenParen | Kind::DoubleColon) | (Kind::DoubleColon, Kind::Ident) => {
            false
        }
        (Kind::Dot, _) if joins_number(text, before, right) => true,
        (Kind::Dot, _) | (_, Kind::Dot | Kind::Comma | Kind::Ellipsis) => false,
        (Kind::Comma, _) => true,
        (Kind::OpenQuote | Kind::OpenHeredoc | Kind::Text | Kind::EscapedText, _)
        | (_, Kind::CloseQuote | Kind::CloseHeredoc | Kind::Text | Kind::EscapedText) => false,
        // A tuple after the `in` of a `for` is not an index.
        (Kind::Ident, _) if left.text(text) == "in" && is_name(before) => true,
        (Kind::Ident | Kind::Number, Kind::OpenBracket) => false,
        (_, Kind::OpenBracket) if is_closing(left.kind) => false,
        (Kind::Not, _) => false,
        (Kind::Minus, _) => !starts_operand(before),
        (Kind::OpenBrace, Kind::CloseBrace) => false,
        (Kind::OpenBrace, _) | (_, Kind::CloseBrace) => true,
        // An object alone in an interpolation.
        (Kind::Interpolation | Kind::Directive, Kind::OpenBrace)
        | (Kind::CloseBrace, Kind::SequenceEnd) => true,
        (Kind::SequenceEnd, Kind::Interpolation | Kind::Directive) => false,
        (left, right) => !is_opening(left) && !is_closing(right),
    }
}

fn is_name(piece: Option<Piece>) -> bool {
    piece.is_some_and(|piece| piece.kind == TokenKind::Ident)
}

/// Returns `true` if the tokens around a dot, a number and its continuation, would be one number without a
/// space: the indexes in `a.0. 1`, or the name in `a.0. e5`.
fn joins_number(text: &str, before: Option<Piece>, right: Piece) -> bool {
    before.is_some_and(|before| before.kind == TokenKind::Number)
        && match right.kind {
            TokenKind::Number => true,
            TokenKind::Ident => is_exponent(right.text(text)),
            _ => false,
        }
}

/// Returns `true` if a name starts as the exponent of a number does: `e5` or `e-5`.
fn is_exponent(name: &str) -> bool {
    let digits = name.strip_prefix(['e', 'E']).unwrap_or_default();
    digits.strip_prefix('-').unwrap_or(digits).starts_with(|c: char| c.is_ascii_digit())
}

/// Returns `true` if an operand starts after this token, so that a minus is a negation.
fn starts_operand(piece: Option<Piece>) -> bool {
    use TokenKind as Kind;
    let Some(piece) = piece else { return true };
    matches!(
        piece.kind,
        Kind::OpenParen
            | Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::Equals
            | Kind::Colon
            | Kind::Comma
            | Kind::Question
            | Kind::Plus
            | Kind::Minus
            | Kind::Star
            | Kind::Slash
            | Kind::Percent
            | Kind::EqualTo
            | Kind::NotEqualTo
            | Kind::Less
            | Kind::LessOrEqual
            | Kind::Greater
            | Kind::GreaterOrEqual
            | Kind::And
            | Kind::Or
            | Kind::Not
    )
}
