//! The error of a failed call.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The cause of a failed call, and the argument that it is about.
///
/// A function names an argument by its index, and states an expectation ([`FunctionError::must`]) or a reason
/// ([`FunctionError::at`], [`FunctionError::new`]). The caller knows the names of the function and its parameters, and
/// writes the sentence.
///
/// A typed closure may return any error that converts to a `FunctionError`. A string is the reason for which
/// the call as a whole failed:
///
/// ```
/// use hcldyn::cty::Function;
/// use hcldyn::cty::function::FunctionError;
///
/// let half = |number: i64| match number % 2 {
///     0 => Ok(number / 2),
///     _ => Err(FunctionError::must(0, format!("be even, not {number}"))),
/// };
/// let half = Function::from_fn("Half of a number.", ["number"], half);
/// let error = half.call(vec![3.into()]).unwrap_err();
/// assert_eq!((error.argument, error.to_string().as_str()), (Some(0), "must be even, not 3"));
///
/// let now = || Err::<i64, _>("the clock is not set");
/// let now = Function::from_fn("The time.", [], now);
/// assert_eq!(now.call(vec![]), Err(FunctionError::new("the clock is not set")));
/// ```
///
/// ```
/// use hcldyn::cty::function::FunctionError;
///
/// let error = FunctionError::must(0, "be a port").with_help("write 1 to 65535").with_code("invalid-port");
/// assert_eq!((error.argument, error.code), (Some(0), "invalid-port"));
/// assert_eq!(error.to_string(), "must be a port; write 1 to 65535");
///
/// let error = FunctionError::at(1, "line 2 has no fields");
/// assert_eq!(error.to_string(), "line 2 has no fields");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionError {
    /// The index of the argument; `None` if the call as a whole failed.
    pub argument: Option<usize>,
    /// The expectation that is not met, or the reason.
    pub cause: Cause,
    /// Advice for the author of the configuration, as a clause: `add a default value`.
    pub help: Option<String>,
    /// The name of the code for diagnostics, in kebab case, such as `unknown-region`; empty for a general code.
    pub code: &'static str,
    /// `true` if functions such as `try` do not catch the error.
    is_uncaught: bool,
    details: Details,
}

/// Further information for the caller of a function, which does not count in comparisons.
#[derive(Clone, Default)]
struct Details(Option<Arc<dyn Any + Send + Sync>>);

impl PartialEq for Details {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Details {}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Some(..)" } else { "None" })
    }
}

/// The cause of a failed call, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// An expectation, worded to follow "must": `be at least 1, not 0`.
    Expectation(String),
    /// A reason, as a clause: `line 2 has 1 field; the header has 2`.
    Reason(String),
    /// A cause that is not shown because it may reveal a marked value.
    Hidden,
}

impl FunctionError {
    /// Returns the error of a call that fails as a whole, for a reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { argument: None, ..Self::at(0, reason) }
    }

    /// Returns the error of an argument that fails for a reason.
    pub fn at(argument: usize, reason: impl Into<String>) -> Self {
        let cause = Cause::Reason(reason.into());
        Self::of_argument(argument, cause)
    }

    /// Returns the error of an argument that does not meet an expectation, worded to follow "must".
    pub fn must(argument: usize, expectation: impl Into<String>) -> Self {
        let cause = Cause::Expectation(expectation.into());
        Self::of_argument(argument, cause)
    }

    fn of_argument(argument: usize, cause: Cause) -> Self {
        let (argument, details) = (Some(argument), Details::default());
        Self { argument, cause, help: None, code: "", is_uncaught: false, details }
    }

    /// Adds advice for the author of the configuration, as a clause.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the code of the diagnostic, a name in kebab case that the program defines.
    #[must_use]
    pub fn with_code(mut self, name: &'static str) -> Self {
        self.code = name;
        self
    }

    /// Returns the error. Functions such as `try` do not catch it if `is_uncaught` is `true`.
    #[doc(hidden)]
    #[must_use]
    pub fn uncaught_if(self, is_uncaught: bool) -> Self {
        Self { is_uncaught: self.is_uncaught || is_uncaught, ..self }
    }

    /// Returns `true` if functions such as `try` do not catch the error.
    #[doc(hidden)]
    pub fn is_uncaught(&self) -> bool {
        self.is_uncaught
    }

    /// Adds information for a caller that knows its type.
    #[doc(hidden)]
    #[must_use]
    pub fn with_details(self, details: impl Any + Send + Sync) -> Self {
        Self { details: Details(Some(Arc::new(details))), ..self }
    }

    /// Returns the information of a type.
    #[doc(hidden)]
    pub fn details<T: Any>(&self) -> Option<&T> {
        self.details.0.as_ref()?.downcast_ref()
    }

    /// Returns the error without any text that may show a value.
    #[doc(hidden)]
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { cause: Cause::Hidden, help: None, details: Details::default(), ..self }
    }
}

/// Converts the reason why a call failed as a whole.
impl From<String> for FunctionError {
    fn from(reason: String) -> Self {
        Self::new(reason)
    }
}

/// Converts the reason why a call failed as a whole.
impl From<&str> for FunctionError {
    fn from(reason: &str) -> Self {
        Self::new(reason)
    }
}

impl std::error::Error for FunctionError {}

/// Writes the cause and the help as a clause.
impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expectation(expectation) => write!(f, "must {expectation}"),
            Self::Reason(reason) => f.write_str(reason),
            Self::Hidden => f.write_str("the details are hidden because the value is sensitive"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_read_as_clauses() {
        let error =
            FunctionError::must(1, "be a key of the map, not \"a\"").with_help("add a default");
        assert_eq!(error.to_string(), "must be a key of the map, not \"a\"; add a default");
        assert_eq!(FunctionError::at(0, "line 1 is empty").to_string(), "line 1 is empty");
        let hidden = error.hidden();
        let hint = "the details are hidden because the value is sensitive";
        assert_eq!((hidden.to_string().as_str(), hidden.argument), (hint, Some(1)));
    }
}
