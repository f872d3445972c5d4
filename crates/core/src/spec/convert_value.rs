//! Conversion of values by their specs, outside of a body.

use crate::cty::value_spec::{ValueDiagnosticKind, ValueSpec};
use crate::cty::{FromValueError, PathError, Str, Value};
use crate::diag::did_you_mean;

/// Converts a value as [`ValueSpec::try_convert`] does, with suggestions for unknown names in its errors.
pub(crate) fn convert_value(spec: &ValueSpec, value: Value) -> Result<Value, FromValueError> {
    let mut found = Vec::new();
    let value = spec.convert(value, &mut found);
    let errors = found.iter().filter(|each| each.kind.is_error()).map(|each| {
        let mut error = PathError::new(clause(&each.kind));
        error.path = each.path.clone();
        error
    });
    match FromValueError::from_parts(errors) {
        None => Ok(value),
        Some(error) => Err(error),
    }
}

/// Returns an error as a clause, followed by a sentence with the most similar name.
pub(crate) fn clause(kind: &ValueDiagnosticKind) -> String {
    let suggestion = match kind {
        ValueDiagnosticKind::UnknownVariant { name, expected, .. } => {
            did_you_mean(name, expected.iter().map(Str::as_str))
        }
        _ => String::new(),
    };
    if suggestion.is_empty() { kind.to_string() } else { format!("{kind}. {suggestion}") }
}
