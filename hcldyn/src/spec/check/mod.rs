//! Mistakes in specs: of the program that makes them, not of the texts that they decode.

mod body;

use std::collections::HashSet;
use std::fmt;

use self::body::Claims;
use super::Spec;
use super::nested::NestedId;
use crate::cty::Str;

/// What is wrong with a spec. There is at least one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecError {
    /// The mistakes, outermost first.
    pub mistakes: Vec<SpecMistake>,
}

/// One mistake in a spec.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SpecMistake {
    /// Where in the spec it is: the way there, which reads `ports`, `block "port"`, `number`.
    pub path: Vec<SpecStep>,
    /// What is wrong, as a clause: `the attribute "port" is named twice`.
    pub message: String,
}

/// One step from a spec to a spec inside it. What is done with a value is no step of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecStep {
    /// An attribute of an object.
    Attribute(Str),
    /// An element of a tuple.
    Element(usize),
    /// The body of the blocks of a type.
    Block(Str),
    /// What stands for null.
    Default,
    /// What decodes a body with this tag.
    Form(Str),
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
        let mut checker = Checker::default();
        checker.body(self, &mut Claims::default());
        let mistakes = checker.mistakes;
        if mistakes.is_empty() { Ok(()) } else { Err(SpecError { mistakes }) }
    }
}

/// Goes through a spec and keeps the mistakes.
#[derive(Default)]
struct Checker {
    /// The way to where it is.
    path: Vec<SpecStep>,
    /// The nested specs around the current one. A spec nested in itself is checked once.
    inside: Vec<NestedId>,
    mistakes: Vec<SpecMistake>,
    /// The same, to keep each once.
    known: HashSet<SpecMistake>,
}

impl Checker {
    fn mistake(&mut self, message: impl Into<String>) {
        let mistake = SpecMistake { path: self.path.clone(), message: message.into() };
        if self.known.insert(mistake.clone()) {
            self.mistakes.push(mistake);
        }
    }

    /// Goes one step further for a while.
    fn under(&mut self, step: SpecStep, check: impl FnOnce(&mut Self)) {
        self.path.push(step);
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
            let path: Vec<_> = self.path.iter().map(SpecStep::to_string).collect();
            write!(f, "in {}: ", path.join(", "))?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for SpecStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(name) => f.write_str(name),
            Self::Element(index) => write!(f, "element {index}"),
            Self::Block(ty) => write!(f, "block {:?}", &**ty),
            Self::Default => f.write_str("default"),
            Self::Form(tag) => write!(f, "form {:?}", &**tag),
        }
    }
}
