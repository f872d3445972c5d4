//! The error of a conversion with serde.

use std::fmt;

use hcldyn_syntax::lexer::is_name;
use serde::de::{Expected, Unexpected};

use super::words;
use crate::cty::value_spec::ValueDiagnosticKind;
use crate::cty::{FromValueError, Path, Step, Str, Value};
use crate::diag::{did_you_mean, list_choices};
use crate::source::Place;
use crate::spec::Origin;

/// The reason that a value cannot become a Rust type through serde, or the reverse, with the path of the part that
/// failed.
///
/// ```
/// use hcldyn::cty::Value;
///
/// let value = Value::object([("ports", Value::from(vec![80, 443_000]))]);
/// let error = hcldyn::decode::serde::from_value::<std::collections::BTreeMap<String, Vec<u16>>>(value);
/// let message = "ports[1]: a whole number from 0 to 65535 is required, not 443000";
/// assert_eq!(error.unwrap_err().to_string(), message);
/// ```
#[derive(Clone, Debug)]
pub struct Error(Box<Reason>);

#[derive(Clone, Debug)]
struct Reason {
    kind: ErrorKind,
    /// The steps to the part, innermost first.
    steps: Vec<Step>,
    /// The location of the innermost part that has one.
    place: Option<Place>,
    /// The variables that this part is made from.
    values: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) enum ErrorKind {
    /// A part is rejected. The reason is a clause.
    Invalid(String),
    /// An attribute or a block is missing.
    Missing,
    /// An attribute or a block is not expected. The help names a similar one, if any.
    Unexpected(String),
}

impl Error {
    fn new(kind: ErrorKind, steps: Vec<Step>) -> Self {
        Self(Box::new(Reason { kind, steps, place: None, values: Vec::new() }))
    }

    /// Returns an error with a reason, which is a clause.
    pub(super) fn invalid(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid(reason.into()), Vec::new())
    }

    /// Returns the path of the part that failed. It is empty for the value itself.
    pub fn path(&self) -> Path {
        self.0.steps.iter().rev().cloned().collect()
    }

    pub(super) fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the location of the part that failed.
    pub(super) fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// Describes the variables that the part is made from.
    pub(super) fn values(&self) -> &[String] {
        &self.0.values
    }

    /// Adds a step to the path of the error, from the whole to the part.
    pub(crate) fn under(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    /// Adds the location of the value that failed, unless a part of it has one.
    pub(super) fn at(mut self, origin: &Origin) -> Self {
        if self.0.place.is_none() {
            self.0.place = Some(origin.place.clone());
            self.0.values = origin.involved_values();
        }
        self
    }

    /// Adds the location of the name that failed.
    pub(super) fn at_name(mut self, origin: &Origin) -> Self {
        self.0.place = origin.name_place();
        self.at(origin)
    }

    /// Returns the path as it is written in an expression: `servers[1].port`.
    pub(super) fn path_in_hcl(&self) -> String {
        let mut path = String::new();
        for step in self.0.steps.iter().rev() {
            match step {
                Step::Attr(name) if !is_name(name) => path.push_str(&format!("[{:?}]", &**name)),
                Step::Attr(name) if path.is_empty() => path.push_str(name),
                Step::Attr(name) => path.push_str(&format!(".{name}")),
                Step::Index(key) => path.push_str(&format!("[{}]", key.describe())),
            }
        }
        path
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path_in_hcl();
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        match self.kind() {
            ErrorKind::Invalid(reason) => f.write_str(reason),
            ErrorKind::Missing => f.write_str("the attribute is required"),
            ErrorKind::Unexpected(_) => f.write_str("the attribute is not expected"),
        }
    }
}

impl std::error::Error for Error {}

/// The message names a missing or unexpected attribute, and the path leads to its object.
impl From<Error> for FromValueError {
    fn from(error: Error) -> Self {
        let mut steps = error.0.steps;
        let message = match error.0.kind {
            ErrorKind::Invalid(reason) => reason,
            ErrorKind::Missing => {
                ValueDiagnosticKind::Missing { name: innermost_name(&mut steps) }.to_string()
            }
            ErrorKind::Unexpected(help) => {
                let name = innermost_name(&mut steps);
                let (expected, is_error) = (Vec::new(), true);
                let found = ValueDiagnosticKind::Unexpected { name, expected, is_error };
                if help.is_empty() { found.to_string() } else { format!("{found}. {help}") }
            }
        };
        steps.into_iter().fold(Self::new(message), Self::under)
    }
}

/// Takes the innermost step, the name of an attribute.
fn innermost_name(steps: &mut Vec<Step>) -> Str {
    if steps.is_empty() {
        return Str::default();
    }
    match steps.remove(0) {
        Step::Attr(name) => name,
        Step::Index(key) => key.describe().into(),
    }
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::invalid(message.to_string())
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid(words::not_as_required(&unexpected, expected))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid(words::not_as_required(&unexpected, expected))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::invalid(words::not_as_long(length, expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let choices = list_choices(expected.iter().copied());
        let found = Value::from(variant).describe();
        let hint = did_you_mean(variant, expected.iter().copied());
        let separator = if hint.is_empty() { "" } else { ". " };
        Self::invalid(format!("{choices} is required, not {found}{separator}{hint}"))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let help = did_you_mean(field, expected.iter().copied());
        Self::new(ErrorKind::Unexpected(help), vec![Step::Attr(field.into())])
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(ErrorKind::Missing, vec![Step::Attr(field.into())])
    }
}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::invalid(message.to_string())
    }
}
