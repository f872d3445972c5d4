//! The reading of JSON values from a source.

use std::sync::Arc;

use hcldyn_syntax::json::{Lexer, Token, TokenKind};
use serde_json::value::RawValue;

use super::document::{JsonKind, JsonValue, Property};
use super::escapes::Unescaped;
use super::{diags, explain};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};

/// A byte-order mark, which is allowed at the start of a source.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The maximum nesting of arrays and objects.
pub(crate) const MAX_JSON_SYNTAX_DEPTH: usize = 128;

/// Reads a source as one JSON value. Returns `None` after reporting an error, or if the source has bytes that are
/// not UTF-8, which have been reported.
///
/// The syntax is checked first, without recursion, so that reading only needs to find the end of each value.
pub(super) fn read(source: &Source, diags: &mut Diagnostics) -> Option<JsonValue> {
    let text = source.text();
    if source.is_damaged(Span::from(0..text.len())) {
        return None;
    }
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    if serde_json::from_str::<&RawValue>(&text[start..]).is_err() {
        return diags.fail(explain::explain(source, start));
    }
    let mut tokens = Lexer::new(text, start);
    let first = tokens.next()?;
    diags.unless_errors(|diags| JsonReader { source, tokens, diags }.value(first, 0))?
}

/// A reader of valid JSON, from start to end.
struct JsonReader<'s, 'd> {
    source: &'s Source,
    tokens: Lexer<'s>,
    diags: &'d mut Diagnostics,
}

impl<'s> JsonReader<'s, '_> {
    /// Reads the value that starts with a token. Returns `None` if it is nested too deeply.
    fn value(&mut self, first: Token, depth: usize) -> Option<JsonValue> {
        let span = Span::from(first.range());
        let kind = match first.kind {
            TokenKind::OpenBrace | TokenKind::OpenBracket if depth == MAX_JSON_SYNTAX_DEPTH => {
                let place = self.source.place(span);
                return self.diags.fail(diags::too_deep(place, MAX_JSON_SYNTAX_DEPTH));
            }
            TokenKind::OpenBrace => JsonKind::Object(self.object(depth + 1)?),
            TokenKind::OpenBracket => JsonKind::Array(self.array(depth + 1)?),
            TokenKind::String { .. } => {
                self.content(span);
                JsonKind::String
            }
            _ => match self.source.slice(span) {
                "null" => JsonKind::Null,
                "true" => JsonKind::Bool(true),
                "false" => JsonKind::Bool(false),
                _ => JsonKind::Number,
            },
        };
        Some(JsonValue { kind, span: Span::from(first.start..self.tokens.offset()) })
    }

    fn array(&mut self, depth: usize) -> Option<Arc<[JsonValue]>> {
        let mut elements = Vec::new();
        while let Some(first) = self.next_item() {
            elements.push(self.value(first, depth)?);
        }
        Some(elements.into())
    }

    fn object(&mut self, depth: usize) -> Option<Arc<[Property]>> {
        let mut properties = Vec::new();
        while let Some(name) = self.next_item() {
            let name_span = Span::from(name.range());
            let name = self.content(name_span).map_or_else(Str::default, |it| Str::new(&it.text));
            let first = self.tokens.find(|token| token.kind != TokenKind::Colon)?;
            properties.push(Property::new(name, name_span, self.value(first, depth)?));
        }
        Some(properties.into())
    }

    /// Skips the comma before an item, or the closing bracket. Returns the first token of the item.
    fn next_item(&mut self) -> Option<Token> {
        let next = self.tokens.find(|token| token.kind != TokenKind::Comma);
        next.filter(|token| !token.kind.closes())
    }

    /// Returns the content of a string. Returns `None` after reporting an unpaired surrogate.
    fn content(&mut self, span: Span) -> Option<Unescaped<'s>> {
        match Unescaped::new(self.source.slice(span), span.start) {
            Ok(content) => Some(content),
            Err(escape) => self.diags.fail(diags::half_a_pair(self.source.place(escape))),
        }
    }
}
