//! Repairs of values: quotes of other languages, numbers, operators and strings.

use super::items::blank_after;
use super::scan::Scan;
use super::{Repair, RepairKind};
use crate::error::{ErrorKind, Expected, SyntaxError};
use crate::lexer::TokenKind;
use crate::parser::is_binary_op;
use crate::source::Span;

/// Returns the repairs of an error in a value.
pub(super) fn proposals(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let repair = match error.kind {
        ErrorKind::Expected(_) if error.found == TokenKind::CarriageReturn => {
            let line_break = Repair::new(RepairKind::LineBreak).replace(error.span, "\n");
            let delete = Repair::new(RepairKind::Delete).replace(error.span, "");
            return vec![line_break.certain(), delete.certain()];
        }
        ErrorKind::Expected(_) => unexpected(scan, error),
        ErrorKind::ForeignOperator => foreign_operator(scan, error.span),
        ErrorKind::InvalidNumber => Some(quote(error.span)),
        ErrorKind::ChainedIndex => bracket_indexes(scan, error.span),
        ErrorKind::InvalidEscape => {
            Some(Repair::new(RepairKind::EscapeBackslash).insert(error.span.start, "\\"))
        }
        ErrorKind::Unclosed => end_heredoc(scan, error.span),
        _ => None,
    };
    repair.into_iter().collect()
}

fn unexpected(scan: &Scan<'_>, error: &SyntaxError) -> Option<Repair> {
    let span = error.span;
    match error.found {
        TokenKind::SingleQuote | TokenKind::CurlyQuote | TokenKind::Backtick => {
            double_quotes(scan, span)
        }
        TokenKind::Ampersand | TokenKind::Pipe => {
            let repair = Repair::new(RepairKind::DoubleOperator);
            Some(repair.insert(span.end, scan.slice(span)))
        }
        TokenKind::Greater | TokenKind::Equals => long_comparison(scan, error),
        TokenKind::Dollar => unwrap_expression(scan, span),
        TokenKind::Dot if error.kind == ErrorKind::Expected(Expected::Expression) => {
            Some(Repair::new(RepairKind::Digit).insert(span.start, "0").certain())
        }
        TokenKind::Ident => letters_in_number(scan, span),
        _ => None,
    }
}

/// Writes the operator of HCL in place of that of another language.
fn foreign_operator(scan: &Scan<'_>, operator: Span) -> Option<Repair> {
    let repair = Repair::new(RepairKind::HclOperator);
    let written = match scan.slice(operator) {
        "=" => return Some(repair.replace(operator, "==")),
        "not" | "NOT" => return negation(scan, operator),
        "and" | "AND" => "&&",
        _ => "||",
    };
    let repair = repair.replace(operator, written);
    // Two bare words around it may also be a string without quotes.
    let left = scan.code_before(operator.start)?;
    let before = scan.code_before(left.span.start);
    let right = scan.code_from(operator.end)?;
    let after = scan.code_from(right.span.end);
    let is_word = left.kind == TokenKind::Ident && before?.kind != TokenKind::Dot;
    let is_phrase = is_word
        && right.kind == TokenKind::Ident
        && after.is_none_or(|it| !matches!(it.kind, TokenKind::Dot | TokenKind::OpenParen));
    Some(if is_phrase { repair } else { repair.certain() })
}

/// Writes `!` in place of `not` before a name with attributes. In other languages, `not` applies to a comparison that
/// follows; `!` does not.
fn negation(scan: &Scan<'_>, not: Span) -> Option<Repair> {
    let mut operand = scan.code_from(not.end)?;
    let gap = Span::new(not.end, operand.span.start);
    let replaced = if scan.is_blank(gap) { not.to(gap) } else { not };
    let repair = Repair::new(RepairKind::HclOperator).replace(replaced, "!");
    while let Some(next) = scan.code_from(operand.span.end) {
        let starts_line = scan.slice(Span::new(operand.span.end, next.span.start)).contains('\n');
        match next.kind {
            TokenKind::Dot | TokenKind::Ident if !starts_line => operand = next,
            TokenKind::And | TokenKind::Or => break,
            kind if is_binary_op(kind) || kind == TokenKind::OpenBracket => return None,
            _ => break,
        }
    }
    Some(repair)
}

/// Writes `!=` in place of `<>`, `==` of `===`, and `!=` of `!==`.
fn long_comparison(scan: &Scan<'_>, error: &SyntaxError) -> Option<Repair> {
    let before = error.related.filter(|before| before.end == error.span.start)?;
    let written = match (scan.slice(before), error.found) {
        ("<", TokenKind::Greater) | ("!=", TokenKind::Equals) => "!=",
        ("==", TokenKind::Equals) => "==",
        _ => return None,
    };
    let operator = before.to(error.span);
    Some(Repair::new(RepairKind::HclOperator).replace(operator, written).certain())
}

/// Writes straight double quotes in place of a pair of other quotes.
fn double_quotes(scan: &Scan<'_>, open: Span) -> Option<Repair> {
    let rest = &scan.text[open.end as usize..scan.line(open.start).end as usize];
    let is_quote = |c: char| match scan.slice(open) {
        "'" => c == '\'',
        "`" => c == '`',
        _ => "“”".contains(c),
    };
    let at = rest.find(is_quote)?;
    let close = open.end + at as u32;
    let length = rest[at..].chars().next()?.len_utf8() as u32;
    let repair = Repair::new(RepairKind::DoubleQuotes)
        .replace(open, "\"")
        .replace(Span::new(close, close + length), "\"");
    (!rest[..at].contains(['"', '\\', '$', '%'])).then(|| repair.certain())
}

/// Removes `${` and `}` around an expression outside a string.
fn unwrap_expression(scan: &Scan<'_>, dollar: Span) -> Option<Repair> {
    let rest = &scan.text[dollar.end as usize..scan.line(dollar.start).end as usize];
    let (inside, after) = rest.strip_prefix('{')?.split_once('}')?;
    let start = dollar.end + 1;
    let (value, close) = (blank_after(scan, start), start + inside.len() as u32);
    let end = start + inside.trim_end().len() as u32;
    let repair = Repair::new(RepairKind::UnwrapExpression)
        .replace(Span::new(dollar.start, value), "")
        .replace(Span::new(end, close + 1), "");
    let is_whole = after.is_empty() || after.starts_with([' ', '\t', ',', ')', ']', '}']);
    (is_whole && !inside.trim().is_empty()).then(|| repair.certain())
}

/// Writes a number with letters, such as `10s`, as a string.
fn letters_in_number(scan: &Scan<'_>, letters: Span) -> Option<Repair> {
    let number = scan.code_before(letters.start)?;
    let is_adjacent = number.kind == TokenKind::Number && number.span.end == letters.start;
    is_adjacent.then(|| quote(number.span.to(letters)))
}

fn quote(span: Span) -> Repair {
    Repair::new(RepairKind::QuoteValue).insert(span.start, "\"").insert(span.end, "\"")
}

/// Writes `.0.1` as `[0][1]`.
fn bracket_indexes(scan: &Scan<'_>, number: Span) -> Option<Repair> {
    let (first, second) = scan.slice(number).split_once('.')?;
    let is_index = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let start = number.start.checked_sub(1)?;
    let repair = Repair::new(RepairKind::BracketIndex)
        .replace(Span::new(start, number.end), format!("[{first}][{second}]"));
    (is_index(first) && is_index(second)).then(|| repair.certain())
}

/// Ends a heredoc after the lines that look like a part of it.
fn end_heredoc(scan: &Scan<'_>, open: Span) -> Option<Repair> {
    let name = scan.slice(open).strip_prefix("<<")?.trim_start_matches('-');
    let name = name.split_whitespace().next()?;
    let token = scan.tokens.iter().find(|token| token.span.start == open.start)?;
    let text = scan.slice(token.span);
    let (before, after) = if text.ends_with('\n') { ("", "\n") } else { ("\n", "") };
    let indentation =
        if scan.slice(open).starts_with("<<-") { scan.indentation(open.start) } else { "" };
    let repair = Repair::new(RepairKind::HeredocEnd);
    Some(repair.insert(token.span.end, format!("{before}{indentation}{name}{after}")))
}
