//! Defaults.

use std::fmt;

use crate::cty::value_spec::ValueSpec;
use crate::cty::{Mark, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::{Expression, ExpressionClosure};
use crate::spec::Spec;
use crate::spec::encode::natural;
use crate::syntax::native::value_text;

/// The value of an item that is not written.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlineDefault {
    /// A value, as a configuration would write it. That of a sensitive item is marked.
    Value(Value),
    /// The value of an expression in the context of decoding, as source text.
    Expression(Str),
    /// A value that only the program knows, in words.
    Text(Str),
}

impl OutlineDefault {
    /// Returns the default that a spec gives, if it does not come from the body.
    pub(super) fn of_spec(spec: &Spec) -> Option<Self> {
        match spec {
            Spec::Literal(value) => (!value.is_null()).then(|| Self::Value(value.clone())),
            Spec::Expr(expr) => Some(Self::Expression(expr.text().into())),
            Spec::Object(_) | Spec::Tuple(_) | Spec::OneOf(_) | Spec::Default(_) => None,
            Spec::Attr(_) | Spec::Blocks(_) | Spec::Label(_) => None,
            Spec::Rest(_) | Spec::Wrapped(_) => None,
        }
    }

    /// Returns the default as a configuration writes the values of a spec.
    pub(super) fn written_as(self, spec: &ValueSpec) -> Self {
        match self {
            Self::Value(value) => Self::Value(natural(spec, &evaluated(value))),
            default => default,
        }
    }

    /// Returns the default of a value that is computed from another one. It is not written as that one is.
    pub(super) fn in_words(self) -> Self {
        Self::Text(self.to_string().into())
    }

    /// Marks the default of a sensitive item, so that no document shows it. Source text becomes a marked string.
    pub(super) fn hidden(self) -> Self {
        let value = match self {
            Self::Value(value) => value,
            Self::Expression(text) | Self::Text(text) => text.into(),
        };
        Self::Value(value.mark(Mark::sensitive()))
    }

    /// Returns `true` for the default of a sensitive item.
    pub(super) fn is_hidden(&self) -> bool {
        matches!(self, Self::Value(value) if value.contains_marked())
    }

    /// Returns the source text of an expression that evaluates to the default, if there is one.
    pub fn source(&self) -> Option<String> {
        match self {
            Self::Value(value) => value_text(value).ok(),
            Self::Expression(text) => Some(text.as_str().to_owned()),
            Self::Text(_) => None,
        }
    }
}

/// Writes the source text or the description.
impl fmt::Display for OutlineDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.source()) {
            (_, Some(source)) => f.write_str(&source),
            (Self::Value(value), None) => f.write_str(&value.describe()),
            (Self::Expression(text) | Self::Text(text), None) => f.write_str(text),
        }
    }
}

/// Returns the value of a captured expression without variables, and any other value as it is.
fn evaluated(value: Value) -> Value {
    let closure = value.as_capsule::<ExpressionClosure>();
    let expression = closure.map(|closure| &closure.expression);
    match expression.or_else(|| value.as_capsule::<Expression>()) {
        Some(expr) if expr.is_constant() => {
            expr.value(&crate::EvalContext::new(), &mut Diagnostics::new())
        }
        _ => value,
    }
}
