//! Parsed JSON values, with their spans.

use std::sync::Arc;

use super::lower::{Lowered, Strings, lower};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Source, Span};
use crate::tree::SecondUse;

/// A JSON value. Cloning is cheap.
#[derive(Clone, Debug)]
pub(super) struct JsonValue {
    pub(super) kind: JsonKind,
    pub(super) span: Span,
}

/// The kind of a JSON value. The text of numbers and strings is only in the source.
#[derive(Clone, Debug)]
pub(super) enum JsonKind {
    Null,
    Bool(bool),
    Number,
    String,
    Array(Arc<[JsonValue]>),
    Object(Arc<[Property]>),
}

/// A property of an object. An object may have several properties with the same name.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: Str,
    /// The span including quotes.
    pub(super) name_span: Span,
    pub(super) value: JsonValue,
    /// The value as an expression, whose tree is larger than the value. Most bodies are decoded once.
    lowered: SecondUse<Lowered>,
}

impl JsonValue {
    /// Describes the value for messages.
    pub(super) fn describe(&self) -> &'static str {
        match self.kind {
            JsonKind::Null => "null",
            JsonKind::Bool(_) => "a bool",
            JsonKind::Number => "a number",
            JsonKind::String => "a string",
            JsonKind::Array(_) => "an array",
            JsonKind::Object(_) => "an object",
        }
    }

    /// Returns the span of the opening brace or bracket.
    pub(super) fn opening(&self) -> Span {
        Span::new(self.span.start, self.span.start + 1)
    }
}

impl Property {
    pub(super) fn new(name: Str, name_span: Span, value: JsonValue) -> Self {
        Self { name, name_span, value, lowered: SecondUse::default() }
    }

    /// Returns the value as an expression. Errors in its strings are reported each time, because an earlier caller
    /// may have dropped the diagnostics.
    pub(super) fn expression(
        &self,
        source: &Source,
        strings: Strings,
        diags: &mut Diagnostics,
    ) -> Expression {
        if let Some(lowered) = self.lowered.get() {
            return lowered.expression(diags);
        }
        let lowered = lower(source, &self.value, strings);
        let expr = lowered.expression(diags);
        self.lowered.keep(|| Some(lowered));
        expr
    }
}
