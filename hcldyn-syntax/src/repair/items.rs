//! Repairs of attributes and blocks: equals signs, braces, commas and line breaks.

use super::scan::{Scan, Scanned};
use super::{Repair, RepairKind};
use crate::error::{ErrorKind, Expected, SyntaxError};
use crate::lexer::{TokenKind, is_name};
use crate::source::Span;

/// Returns the repairs of an error whose cause is certain from its kind.
pub(super) fn proposals(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let span = error.span;
    let repair = match (error.kind, error.found) {
        (ErrorKind::MisplacedBrace, _) => error.related.map(|brace| move_brace(scan, span, brace)),
        (ErrorKind::Expected(Expected::Item), TokenKind::OpenQuote) => unquote(scan, span),
        (ErrorKind::Expected(Expected::Item), TokenKind::Semicolon) => {
            Some(Repair::new(RepairKind::Delete).replace(span, "").certain())
        }
        (ErrorKind::Expected(Expected::EqualsOrBlock), TokenKind::Colon | TokenKind::Arrow) => {
            let gap = Span::new(blank_before(scan, span.start), span.end);
            Some(Repair::new(RepairKind::ReplaceWithEquals).replace(gap, " =").certain())
        }
        (ErrorKind::Expected(Expected::Expression), TokenKind::Equals) => {
            let is_second = error.related.is_some_and(|before| scan.slice(before) == "=");
            let end = blank_after(scan, span.end);
            let delete = Repair::new(RepairKind::Delete).replace(Span::new(span.start, end), "");
            is_second.then(|| delete.certain())
        }
        (ErrorKind::Expected(Expected::OpenBrace), TokenKind::Equals) => {
            let gap = Span::new(span.start, blank_after(scan, span.end));
            Some(Repair::new(RepairKind::Delete).replace(gap, "").certain())
        }
        (ErrorKind::Expected(Expected::LineBreak), TokenKind::Comma | TokenKind::Semicolon) => {
            Some(separator_to_line_break(scan, span))
        }
        (ErrorKind::Expected(Expected::LineBreak), TokenKind::Ident) => {
            let indentation = scan.indentation(span.start);
            let gap = Span::new(blank_before(scan, span.start), span.start);
            let repair = Repair::new(RepairKind::LineBreak);
            Some(repair.replace(gap, format!("\n{indentation}")).certain())
        }
        _ => None,
    };
    repair.into_iter().collect()
}

/// Writes the opening brace of a block after its header.
fn move_brace(scan: &Scan<'_>, header: Span, brace: Span) -> Repair {
    let repair = Repair::new(RepairKind::MoveBrace).certain();
    let gap = Span::new(header.end, brace.start);
    if scan.slice(gap).trim().is_empty() {
        repair.replace(Span::new(gap.start, brace.end), " {")
    } else {
        repair.insert(header.end, " {").replace(brace, "")
    }
}

/// Removes the quotes of a name.
fn unquote(scan: &Scan<'_>, open: Span) -> Option<Repair> {
    let (name, _) = scan.text[open.end as usize..].split_once('"')?;
    let close = open.end + name.len() as u32;
    let repair = Repair::new(RepairKind::UnquoteName)
        .replace(open, "")
        .replace(Span::new(close, close + 1), "");
    is_name(name).then(|| repair.certain())
}

/// Replaces a comma or a semicolon after an attribute by a line break, or deletes it at the end of a line.
fn separator_to_line_break(scan: &Scan<'_>, separator: Span) -> Repair {
    let (next, line) = (blank_after(scan, separator.end), scan.line(separator.start));
    let rest = &scan.text[next as usize..line.end as usize];
    if rest.is_empty() || rest.starts_with(['#', '/', '}']) {
        return Repair::new(RepairKind::Delete).replace(separator, "").certain();
    }
    let line_break = format!("\n{}", scan.indentation(separator.start));
    let gap = Span::new(separator.start, next);
    Repair::new(RepairKind::LineBreak).replace(gap, line_break).certain()
}

/// Returns the repairs with one equals sign between a name and a value on the line of an error.
pub(super) fn equals_signs(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let code = scan.code(scan.line(error.span.start));
    if let Some(token) = code.iter().find(|token| token.kind == TokenKind::EqualTo) {
        repairs.push(Repair::new(RepairKind::ReplaceWithEquals).replace(token.span, "=").certain());
    }
    let insert = |gap| Repair::new(RepairKind::EqualsSign).replace(gap, " = ").certain();
    let gaps: Vec<_> = code.windows(2).filter_map(gap_for_equals).collect();
    let is_near = |gap: &&Span| gap.end == error.span.start || gap.start == error.span.end;
    repairs.extend(gaps.iter().filter(is_near).chain(gaps.first()).map(|gap| insert(*gap)));
    if error.kind == ErrorKind::Expected(Expected::Item)
        && let Some(header) = header_around(scan, error.span.start)
    {
        repairs.push(insert(header));
    }
    repairs
}

/// Returns the gap between two tokens if the first one may be a name, and the second one the start of its value.
fn gap_for_equals(pair: &[Scanned]) -> Option<Span> {
    let [name, value] = pair else { return None };
    let gap = Span::new(name.span.end, value.span.start);
    let is_name =
        matches!(name.kind, TokenKind::Ident | TokenKind::CloseQuote | TokenKind::CloseParen);
    let is_value = match value.kind {
        TokenKind::OpenQuote
        | TokenKind::OpenBracket
        | TokenKind::OpenBrace
        | TokenKind::OpenHeredoc => true,
        TokenKind::Ident
        | TokenKind::Number
        | TokenKind::OpenParen
        | TokenKind::Minus
        | TokenKind::Not => !gap.is_empty(),
        _ => false,
    };
    (is_name && is_value).then_some(gap)
}

/// Returns the gap before the opening brace around an offset, if only a name is before it.
fn header_around(scan: &Scan<'_>, offset: u32) -> Option<Span> {
    let mut depth = 0;
    let end = scan.tokens.partition_point(|token| token.span.start < offset);
    let open = scan.tokens[..end].iter().rev().find(|token| {
        match token.kind {
            TokenKind::CloseBrace => depth += 1,
            TokenKind::OpenBrace => depth -= 1,
            _ => {}
        }
        depth < 0
    })?;
    let line = scan.line(open.span.start);
    let [name] = scan.code(line.start..open.span.start)[..] else { return None };
    (name.kind == TokenKind::Ident).then(|| Span::new(name.span.end, open.span.start))
}

/// Returns the repairs that insert a comma before the unexpected token.
pub(super) fn separators(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let is_separator = matches!(
        error.kind,
        ErrorKind::Expected(
            Expected::TupleSeparator | Expected::ArgumentSeparator | Expected::ObjectSeparator
        )
    );
    let before = scan.code_before(error.span.start).filter(|_| is_separator);
    let at = |before: Scanned| Repair::new(RepairKind::Comma).insert(before.span.end, ",");
    before.map(at).into_iter().collect()
}

/// Returns the start of the spaces before an offset.
pub(super) fn blank_before(scan: &Scan<'_>, offset: u32) -> u32 {
    scan.text[..offset as usize].trim_end_matches([' ', '\t']).len() as u32
}

/// Returns the end of the spaces after an offset.
pub(super) fn blank_after(scan: &Scan<'_>, offset: u32) -> u32 {
    let rest = &scan.text[offset as usize..];
    offset + (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32
}
