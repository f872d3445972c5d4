//! Errors in specs. They are errors in the program that builds the spec, not in the sources that it decodes.

mod body;
mod distinct;
mod endless;
mod rules;
mod value_rules;
mod values;

use std::fmt;

use self::body::Claims;
use self::endless::RequiredBlocks;
use super::Spec;
use super::nested::NestedId;
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeySet};

/// The error of an invalid spec, with at least one mistake.
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
    /// The path to the mistake, such as `ports`, `block "port"`, `number`.
    pub path: Vec<SpecStep>,
    /// The mistake as a clause: `the attribute "port" is named twice`.
    pub message: String,
}

/// One step from a spec to a spec inside it. Operations on values are not steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecStep {
    /// An attribute of an object.
    Attribute(Str),
    /// An element of a tuple.
    Element(usize),
    /// The body of the blocks of a type.
    Block(Str),
    /// The default.
    Default,
    /// The form with this tag.
    Form(Str),
}

impl Spec {
    /// Checks the spec for mistakes: names that occur twice or have two meanings, labels that no block has,
    /// impossible numbers of blocks, blocks that contain each other without an end, rules that no body meets, and
    /// defaults that differ in type from the values they replace, or that the attribute would reject.
    ///
    /// Decoding does not check specs: like the reference, it decodes by an invalid spec as well as it can. A
    /// program that builds specs by hand should check them in a test, and one that reads them from elsewhere should
    /// check them after reading.
    ///
    /// # Errors
    ///
    /// Returns all mistakes.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
    ///
    /// let number = || Spec::from(AttrSpec::new("number", Type::Number));
    /// let port = Spec::object([("number", number()), ("number", number())]);
    /// let spec = Spec::object([("main", BlocksSpec::new("port", port).into())]);
    /// assert_eq!(
    ///     spec.check().unwrap_err().to_string(),
    ///     "in main, block \"port\": the object has two attributes \"number\""
    /// );
    /// ```
    pub fn check(&self) -> Result<(), SpecError> {
        let mut checker = Checker::default();
        checker.body(self, &mut Claims::default());
        for path in checker.required.endless() {
            checker.path = path;
            checker.mistake("each block contains another one of its type, without an end");
        }
        let mistakes = checker.mistakes.iter().cloned().collect_vec();
        if mistakes.is_empty() { Ok(()) } else { Err(SpecError { mistakes }) }
    }
}

/// A walk through a spec that collects mistakes.
#[derive(Default)]
struct Checker {
    /// The path to the current spec.
    path: Vec<SpecStep>,
    /// The nested specs found. Each is checked once, at the first path to it: specs that contain each other have very
    /// many paths.
    seen: KeySet<NestedId>,
    /// The blocks that these specs require.
    required: RequiredBlocks,
    mistakes: KeySet<SpecMistake>,
}

impl Checker {
    fn mistake(&mut self, message: impl Into<String>) {
        let mistake = SpecMistake { path: self.path.clone(), message: message.into() };
        self.mistakes.insert(mistake);
    }

    /// Checks a spec one step further in.
    fn under(&mut self, step: SpecStep, check: impl FnOnce(&mut Self)) {
        self.path.push(step);
        check(self);
        self.path.pop();
    }
}

impl std::error::Error for SpecError {}

/// Writes each mistake on its own line.
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
            let path = self.path.iter().map(SpecStep::to_string).collect_vec();
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
