//! What was parsed, with its places.

use std::sync::{Arc, OnceLock};

use super::lower::{Lowered, Strings, lower};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Source, Span};

/// A JSON value. Cloning is cheap.
#[derive(Clone, Debug)]
pub(super) struct JsonValue {
    pub(super) kind: JsonKind,
    pub(super) span: Span,
}

/// What a JSON value is. The text of numbers and strings is in the source.
#[derive(Clone, Debug)]
pub(super) enum JsonKind {
    Null,
    Bool(bool),
    Number,
    String,
    Array(Arc<[JsonValue]>),
    Object(Arc<[Property]>),
}

/// A property of an object. An object may have several of one name.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: Str,
    /// With its quotes.
    pub(super) name_span: Span,
    pub(super) value: JsonValue,
    /// The value as an expression, once it was asked for.
    lowered: OnceLock<Lowered>,
}

impl JsonValue {
    /// What it is, for messages.
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

    /// The brace or bracket that opens it.
    pub(super) fn opening(&self) -> Span {
        Span::new(self.span.start, self.span.start + 1)
    }
}

impl Property {
    pub(super) fn new(name: Str, name_span: Span, value: JsonValue) -> Self {
        Self { name, name_span, value, lowered: OnceLock::new() }
    }

    /// The value as an expression. What is wrong in its strings is reported each time, since the first
    /// who asked may have dropped the problems.
    pub(super) fn expression(
        &self,
        source: &Source,
        strings: Strings,
        diags: &mut Diagnostics,
    ) -> Expression {
        let lowered = self.lowered.get_or_init(|| lower(source, &self.value, strings));
        lowered.report(diags);
        lowered.expr.clone()
    }
}
