//! Mistakes in specs: of the program that makes them, not of the texts that they decode.

mod body;

use std::fmt;

use self::body::Claims;
use super::Spec;

/// What is wrong with a spec. There is at least one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The mistakes, outermost first.
    pub mistakes: Vec<SpecMistake>,
}

/// One mistake in a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecMistake {
    /// Where in the spec it is: the names on the way there, such as `ports`, `block "port"` and
    /// `number`.
    pub path: Vec<String>,
    /// What is wrong, as a clause: `the attribute "port" is named twice`.
    pub message: String,
}

impl Spec {
    /// Checks the spec for mistakes: names that are there twice, or that two parts use for different
    /// things; labels that no block has; numbers of blocks that are impossible; defaults of other types
    /// than what they stand for.
    ///
    /// Decoding does not ask for it: it decodes by such a spec as well as it can, as the reference
    /// does. A program that makes specs by hand checks them in a test; one that reads them from
    /// somewhere else checks them when it has read them.
    ///
    /// # Errors
    ///
    /// Returns all mistakes.
    ///
    /// ```
    /// use hcldyn::spec::{AttrSpec, BlockSpec, Spec};
    /// use hcldyn::Type;
    ///
    /// let number = || Spec::from(AttrSpec::new("number", Type::Number));
    /// let port = Spec::object([("number", number()), ("number", number())]);
    /// let spec = Spec::object([("main", BlockSpec::new("port", port).into())]);
    /// assert_eq!(
    ///     spec.check().unwrap_err().to_string(),
    ///     "in main, block \"port\": the object has two attributes \"number\""
    /// );
    /// ```
    pub fn check(&self) -> Result<(), SpecError> {
        let mut checker = Checker { path: Vec::new(), mistakes: Vec::new() };
        checker.body(self, &mut Claims::default());
        let mistakes = checker.mistakes;
        if mistakes.is_empty() { Ok(()) } else { Err(SpecError { mistakes }) }
    }
}

/// Goes through a spec and keeps the mistakes.
struct Checker {
    /// The way to where it is.
    path: Vec<String>,
    mistakes: Vec<SpecMistake>,
}

impl Checker {
    fn mistake(&mut self, message: impl Into<String>) {
        let mistake = SpecMistake { path: self.path.clone(), message: message.into() };
        if !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }

    /// Goes one step further for a while.
    fn under(&mut self, step: impl Into<String>, check: impl FnOnce(&mut Self)) {
        self.path.push(step.into());
        check(self);
        self.path.pop();
    }
}

impl std::error::Error for SpecError {}

/// The mistakes, each on a line of its own.
impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rank, mistake) in self.mistakes.iter().enumerate() {
            let separator = if rank > 0 { "\n" } else { "" };
            write!(f, "{separator}{mistake}")?;
        }
        Ok(())
    }
}

impl fmt::Display for SpecMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "in {}: ", self.path.join(", "))?;
        }
        f.write_str(&self.message)
    }
}
