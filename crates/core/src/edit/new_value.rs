//! New values, names and labels as source text.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind, is_name};

use super::diags;
use super::edits::{Edits, Wanted};
use super::geometry::{Text, is_space};
use super::path::quoted;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Source;
use crate::syntax::native::{
    Layout, attribute_text, closed_text, ends_with_heredoc, parse_expression, to_hcl_literal,
};

/// The source text of a new value.
#[derive(Debug)]
pub(super) struct NewValue {
    /// An object has a line for each attribute.
    lines: String,
    /// All on one line, unless it is an expression with line breaks.
    line: String,
    /// In parentheses, if a line break must follow the text otherwise.
    closed: Option<String>,
}

impl NewValue {
    pub(super) fn of_value(value: &Value) -> Result<Self, Diagnostics> {
        let literal = |layout| to_hcl_literal(value, layout);
        match (literal(Layout::Lines), literal(Layout::Line)) {
            (Some(lines), Some(line)) => Ok(Self { lines, line, closed: None }),
            _ => Err(diags::unwritable(value).into()),
        }
    }

    pub(super) fn of_expression(text: &str) -> Result<Self, Diagnostics> {
        let source = Source::new("<expression>", text);
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&source, &mut diags);
        let expr = diags.into_result(expr)?;
        let line = attribute_text(expr.text());
        let closed = ends_with_heredoc(&line).then(|| closed_text(&line));
        Ok(Self { lines: line.clone(), line, closed })
    }

    /// Returns the edit that replaces an expression.
    pub(super) fn replacing(&self, text: Text<'_>, old: &Expression) -> Edits {
        let (range, new) = self.replacement(text, old);
        Edits::replacing(range, new, self.wanted())
    }

    /// Returns the range of an expression, and the text that replaces it.
    pub(super) fn replacement(&self, text: Text<'_>, old: &Expression) -> (Range<usize>, String) {
        let has_parts = old.as_map().is_some() || old.as_list().is_some();
        let is_on_line = has_parts && !old.text().contains('\n');
        let layout = if is_on_line { Layout::Line } else { Layout::Lines };
        let span = old.span().range();
        let (indentation, rest) = (text.indentation(span.start), &text.text[span.end..]);
        let new = self.written(text, indentation, layout, rest);
        (span, new)
    }

    /// Returns the value as source text for a line with an indentation, before the rest of the source. Nothing can follow
    /// the end marker of a heredoc in its line, so a heredoc is in parentheses unless a line break follows.
    pub(super) fn written(
        &self,
        text: Text<'_>,
        indentation: &str,
        layout: Layout,
        rest: &str,
    ) -> String {
        let value = if layout == Layout::Line { &self.line } else { &self.lines };
        let value = match &self.closed {
            Some(closed) if !ends_line(rest) => closed,
            _ => value,
        };
        indented(value, indentation, text.line_break)
    }

    /// Returns the value as an item for the check of an edit.
    pub(super) fn wanted(&self) -> Wanted {
        Wanted::Value(self.line.clone())
    }

    /// Returns an attribute with the value, or an item of an object, as source text for the check of an edit.
    pub(super) fn with_name(&self, name: &str) -> String {
        format!("{name} = {}\n", self.line)
    }
}

/// Returns `true` if the rest of a source starts with a line break, after spaces.
fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start_matches(is_space);
    rest.starts_with('\n') || rest.starts_with("\r\n")
}

/// Returns an expression with an indentation for its lines after the first. Lines of heredocs stay as they are.
fn indented(text: &str, indentation: &str, line_break: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut indented = String::with_capacity(text.len());
    let (mut at, mut heredocs) = (0, 0_u32);
    for token in Lexer::new(text) {
        let start = std::mem::replace(&mut at, token.end as usize);
        match token.kind {
            TokenKind::OpenHeredoc => heredocs += 1,
            TokenKind::CloseHeredoc => heredocs = heredocs.saturating_sub(1),
            TokenKind::Newline if heredocs == 0 => {
                indented.push_str(line_break);
                if !text[at..].starts_with(['\r', '\n']) {
                    indented.push_str(indentation);
                }
                continue;
            }
            _ => {}
        }
        indented.push_str(&text[start..at]);
    }
    indented
}

/// Returns a label in the notation of another one: with or without quotes.
pub(super) fn label_text(label: &str, other: &str) -> String {
    if is_name(label) && !other.starts_with('"') { label.to_owned() } else { quoted(label) }
}

/// Returns the key of an item of an object in the notation of another one: with or without quotes.
pub(super) fn key_text(key: &str, other: &str) -> String {
    let is_word = is_name(key) && !matches!(key, "for" | "null" | "true" | "false");
    if is_word && !other.starts_with('"') { key.to_owned() } else { quoted(key) }
}
