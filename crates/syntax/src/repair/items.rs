//! Repairs of attributes and blocks: equals signs, braces, commas and line breaks.

use super::scan::{Scan, Scanned};
use super::{Repair, RepairKind};
use crate::error::{ErrorKind, Expected, SyntaxError};
use crate::lexer::{TokenKind, is_name};
use crate::source::Span;

/// The maximum number of `==` that are looked at.
const MAX_DOUBLES: usize = 100;

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
    if scan.is_blank(gap) {
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

/// Returns the repairs with one equals sign between a name and a value: near an error, or after the first name on its
/// line.
pub(super) fn equals_signs(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let mut repairs = Vec::new();
    if let Some(double) = double_equals(scan, error) {
        repairs.push(Repair::new(RepairKind::ReplaceWithEquals).replace(double, "=").certain());
    }
    let insert = |gap: Span| {
        let repair = Repair::new(RepairKind::EqualsSign).certain();
        if scan.is_blank(gap) { repair.replace(gap, " = ") } else { repair.insert(gap.start, " =") }
    };
    let code = scan.code(scan.line(error.span.start));
    let gaps = code.windows(2).enumerate();
    let gaps = gaps.filter_map(|(index, pair)| Some((index, gap_for_equals(scan, pair)?)));
    let is_likely = |&(index, gap): &(usize, Span)| {
        index == 0 || gap.end == error.span.start || gap.start == error.span.end
    };
    let mut gaps: Vec<_> = gaps.filter(is_likely).collect();
    gaps.sort_by_key(|(index, _)| *index == 0);
    repairs.extend(gaps.into_iter().map(|(_, gap)| insert(gap)));
    if error.kind == ErrorKind::Expected(Expected::Item)
        && let Some(header) = header_around(scan, error.span.start)
    {
        repairs.push(insert(header));
    }
    repairs
}

/// Returns the last `==` after a name that begins an item, on the line of an error or above it.
fn double_equals(scan: &Scan<'_>, error: &SyntaxError) -> Option<Span> {
    let line = scan.line(error.span.start);
    let end = scan.tokens.partition_point(|token| token.span.start < line.end);
    let doubles = scan.tokens[..end].iter().rev().filter(|token| token.kind == TokenKind::EqualTo);
    let begins_item = |double: &&Scanned| {
        let line = scan.line(double.span.start);
        let code = scan.code(line.start..double.span.start);
        let (begin, name) = match &code[..] {
            [begin @ .., Scanned { kind: TokenKind::Ident, .. }] => (begin, true),
            [begin @ .., open, _, close] => {
                (begin, open.kind == TokenKind::OpenQuote && close.kind == TokenKind::CloseQuote)
            }
            _ => return false,
        };
        let before = begin.last().map(|token| token.kind);
        name && matches!(before, None | Some(TokenKind::OpenBrace | TokenKind::Comma))
    };
    doubles.take(MAX_DOUBLES).find(begins_item).map(|token| token.span)
}

/// Returns the gap between two tokens if the first one may be a name, and the second one the start of its value.
fn gap_for_equals(scan: &Scan<'_>, pair: &[Scanned]) -> Option<Span> {
    let [name, value] = pair else { return None };
    if ["for", "in", "if"].contains(&scan.slice(name.span)) {
        return None;
    }
    let gap = Span::new(name.span.end, value.span.start);
    let is_name =
        matches!(name.kind, TokenKind::Ident | TokenKind::CloseQuote | TokenKind::CloseParen);
    let is_value = match value.kind {
        TokenKind::OpenQuote
        | TokenKind::OpenBracket
        | TokenKind::OpenBrace
        | TokenKind::OpenHeredoc => true,
        TokenKind::Ident | TokenKind::Number | TokenKind::OpenParen | TokenKind::Minus => {
            !gap.is_empty()
        }
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
    // A name directly before a value may be the name of a function.
    let before = scan.code_before(error.span.start).filter(|before| {
        is_separator && (before.kind != TokenKind::Ident || before.span.end < error.span.start)
    });
    let at = |before: Scanned| Repair::new(RepairKind::Comma).insert(scan.end_of(before), ",");
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
