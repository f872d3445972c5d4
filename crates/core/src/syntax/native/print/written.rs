//! Values and captured expressions as the source of attributes.

use std::borrow::Cow;

use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::parser::MAX_NESTING;

use super::{Capsules, Layout, Printer};
use crate::cty::{CapsuleValue, Descend, Kind, Mark, Path, Value};
use crate::diag::{Diagnostics, is_unsafe_to_print};
use crate::expr::{Expression, ExpressionClosure, push_escaped};
use crate::source::Source;
use crate::syntax::native::parse_expression;
use crate::tree::ExprNode;

/// The maximum number of parts of a value that are reported, since a value can have millions.
pub(crate) const MAX_UNWRITABLE: usize = 100;

/// The reason that a part of a value has no source form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unwritable {
    Unknown,
    Sensitive,
    Marked,
    Infinite,
    /// A capsule without an expression.
    Capsule,
    /// An expression with a syntax error.
    Invalid,
    /// An expression that refers to the iterator of a `dynamic` block.
    Generated,
    TooDeep,
}

/// Returns the source of an attribute's value, an expression that evaluates to it, except for its type: lists and
/// sets become tuples, maps become objects. Captured expressions are as they were written.
///
/// # Errors
///
/// Returns each part without a source form.
pub(crate) fn value_text(value: &Value) -> Result<String, Vec<(Path, Unwritable)>> {
    check(value)?;
    Ok(match value.kind() {
        Kind::String(text) if is_heredoc(text) => heredoc(text),
        Kind::Capsule(capsule) => captured(capsule).map_or_else(String::new, expression_text),
        _ => printed(value, Layout::Lines),
    })
}

/// Returns a value as [`value_text`] does, without line breaks outside of brackets, so that anything may follow it.
///
/// # Errors
///
/// Returns each part without a source form.
pub(crate) fn inline_text(
    value: &Value,
    layout: Layout,
) -> Result<String, Vec<(Path, Unwritable)>> {
    check(value)?;
    Ok(printed(value, layout))
}

fn printed(value: &Value, layout: Layout) -> String {
    let mut printer = Printer::new(layout);
    printer.capsules = Capsules::Written;
    printer.value(value);
    printer.text
}

/// Finds each part of a value without a source form.
fn check(value: &Value) -> Result<(), Vec<(Path, Unwritable)>> {
    let mut found = Vec::new();
    value.walk(|path, part| {
        if found.len() < MAX_UNWRITABLE {
            found.extend(rejection(part).map(|reason| (path.clone(), reason)));
        }
        if part.is_marked() { Descend::Past } else { Descend::Into }
    });
    if value.depth() > MAX_NESTING as usize {
        found.push((Path::root(), Unwritable::TooDeep));
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Returns `true` if two values are captured expressions that are written alike. Of those without a source form, the text
/// and the iterators must be equal.
pub(crate) fn are_same_expressions(a: &Value, b: &Value) -> bool {
    let (Kind::Capsule(a), Kind::Capsule(b)) = (a.kind(), b.kind()) else { return false };
    let (Some(a), Some(b)) = (captured(a), captured(b)) else { return false };
    match (captured_text(a), captured_text(b)) {
        (Ok(a), Ok(b)) => a == b,
        (Err(_), Err(_)) => {
            constant(a) == constant(b) && a.text() == b.text() && a.has_same_iterators(b)
        }
        _ => false,
    }
}

/// Returns the source form of a captured expression as the value of an attribute.
///
/// # Errors
///
/// Fails if it has none.
pub(crate) fn captured_text(expr: &Expression) -> Result<String, Unwritable> {
    match rejection_of(expr) {
        Some(reason) => Err(reason),
        None => Ok(expression_text(expr)),
    }
}

fn expression_text(expr: &Expression) -> String {
    closed(own_text(expr), Last::Anything)
}

/// Returns an expression as the value of an attribute, before a line break. It has no other line breaks outside of
/// brackets.
pub(crate) fn attribute_text(text: &str) -> String {
    closed(text.into(), Last::Anything)
}

/// Returns an expression as a part of a value. It has no line breaks outside of brackets.
pub(crate) fn closed_text(text: &str) -> String {
    closed(text.into(), Last::Item)
}

/// Returns an expression in parentheses if it has line breaks outside of brackets.
fn closed(text: Cow<'_, str>, last: Last) -> String {
    let line_breaks = LineBreaks::of(&text);
    let is_open = line_breaks.has_any || (line_breaks.is_last_required && last == Last::Item);
    if is_open { format!("({text}\n)") } else { text.into_owned() }
}

/// Returns the source form of a captured expression as a part of a value. It has no line breaks outside of brackets.
pub(super) fn part_text(capsule: &CapsuleValue) -> Option<String> {
    Some(closed(own_text(captured(capsule)?), Last::Item))
}

/// Returns the expression that a capsule holds.
fn captured(capsule: &CapsuleValue) -> Option<&Expression> {
    let closure = capsule.downcast_ref::<ExpressionClosure>();
    closure.map(|closure| &closure.expression).or_else(|| capsule.downcast_ref())
}

fn rejection(part: &Value) -> Option<Unwritable> {
    match part.kind() {
        Kind::Unknown(..) => Some(Unwritable::Unknown),
        Kind::Marked(_, marks) if marks.contains(&Mark::sensitive()) => Some(Unwritable::Sensitive),
        Kind::Marked(..) => Some(Unwritable::Marked),
        Kind::Number(number) if number.is_infinite() => Some(Unwritable::Infinite),
        Kind::Capsule(capsule) => match captured(capsule) {
            None => Some(Unwritable::Capsule),
            Some(expr) => rejection_of(expr),
        },
        _ => None,
    }
}

fn rejection_of(expr: &Expression) -> Option<Unwritable> {
    match constant(expr) {
        Some(value) => value_text(&value).err()?.first().map(|(_, reason)| *reason),
        None if expr.has_error() => Some(Unwritable::Invalid),
        None if expr.has_iterators() => Some(Unwritable::Generated),
        None => None,
    }
}

/// Returns the value of an expression that is not from a source.
fn constant(expr: &Expression) -> Option<Value> {
    let ExprNode::Literal(value) = expr.tree().node(expr.node()) else { return None };
    let source = Source::new("<literal>", expr.text());
    let read = parse_expression(&source, &mut Diagnostics::of_attempt());
    let is_written = read.is_some_and(|read| read.as_literal() == Some(value));
    (!is_written).then(|| value.clone())
}

/// Returns the source of an expression.
fn own_text(expr: &Expression) -> Cow<'_, str> {
    match constant(expr) {
        Some(value) => value_text(&value).unwrap_or_default().into(),
        None => captured_form(expr),
    }
}

#[cfg(feature = "json")]
fn captured_form(expr: &Expression) -> Cow<'_, str> {
    let native = || crate::syntax::json::native_text(expr.text());
    match expr.tree().is_json.then(native).flatten() {
        Some(text) => text.into(),
        None => expr.text().into(),
    }
}

#[cfg(not(feature = "json"))]
fn captured_form(expr: &Expression) -> Cow<'_, str> {
    expr.text().into()
}

/// Returns `true` if an expression ends with a heredoc, which requires a line break after it.
pub(crate) fn ends_with_heredoc(text: &str) -> bool {
    LineBreaks::of(text).is_last_required
}

/// The next character after an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A line break.
    Anything,
    /// A comma, or a line break.
    Item,
}

/// The line breaks of an expression outside of its brackets.
#[derive(Default)]
struct LineBreaks {
    has_any: bool,
    /// `true` if one is required after the expression, because it ends with a heredoc.
    is_last_required: bool,
}

impl LineBreaks {
    fn of(text: &str) -> Self {
        let (mut found, mut brackets) = (Self::default(), 0_usize);
        for token in Lexer::new(text) {
            match token.kind {
                TokenKind::OpenBrace
                | TokenKind::OpenBracket
                | TokenKind::OpenParen
                | TokenKind::OpenHeredoc
                | TokenKind::Interpolation
                | TokenKind::Directive => brackets += 1,
                TokenKind::CloseBrace
                | TokenKind::CloseBracket
                | TokenKind::CloseParen
                | TokenKind::CloseHeredoc
                | TokenKind::SequenceEnd => brackets = brackets.saturating_sub(1),
                TokenKind::Newline => {
                    found.has_any |= brackets == 0 && token.end as usize != text.len();
                }
                _ => {}
            }
            found.is_last_required = match token.kind {
                TokenKind::CloseHeredoc => brackets == 0,
                TokenKind::Newline => found.is_last_required,
                kind => found.is_last_required && kind.is_trivia(),
            };
        }
        found
    }
}

/// Returns `true` if a heredoc can represent a string exactly, and is easier to read: the string has several lines.
fn is_heredoc(text: &str) -> bool {
    let lines = text.matches('\n').count();
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !is_unsafe_to_print(c);
    lines > 1 && text.ends_with('\n') && text.chars().all(is_plain)
}

fn heredoc(text: &str) -> String {
    let mut marker = "EOT".to_owned();
    while text.lines().any(|line| line.trim() == marker) {
        marker.push('_');
    }
    let mut written = format!("<<{marker}\n");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '$' | '%' => push_escaped(&mut written, c, chars.peek().copied()),
            c => written.push(c),
        }
    }
    written.push_str(&marker);
    written
}
