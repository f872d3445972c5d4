//! Paths to the items of a document.

use std::fmt;
use std::str::FromStr;

use super::diags;
use crate::cty::{Step, Str, Value};
use crate::diag::Diagnostics;
use crate::source::Source;
use crate::syntax::native::{Layout, parse_expression, to_hcl_literal};

/// The path to an item of a document. See [the module](super) for its notation.
///
/// ```
/// use hcldyn::edit::ItemPath;
///
/// let path = ItemPath::root().name("server").key("web").name("ports").index(0);
/// assert_eq!(path.to_string(), r#"server["web"].ports[0]"#);
/// assert_eq!(path.to_string().parse::<ItemPath>()?, path);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ItemPath(Vec<PathStep>);

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum PathStep {
    /// `.name`: an attribute, the blocks of a type, or an item of an object.
    Name(Str),
    /// `["key"]`: a label of a block, or an item of an object.
    Key(Str),
    /// `[0]`: one of several blocks, or an element of a tuple.
    Index(usize),
}

/// A path or its notation, as an argument.
pub trait ToItemPath {
    /// Returns the path.
    ///
    /// # Errors
    ///
    /// Fails if the notation is invalid.
    fn to_item_path(&self) -> Result<ItemPath, Diagnostics>;
}

impl ItemPath {
    /// Returns the path to the whole document.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Returns the path extended by the name of an attribute, a type of blocks, or an item of an object.
    #[must_use]
    pub fn name(self, name: impl Into<Str>) -> Self {
        self.then(PathStep::Name(name.into()))
    }

    /// Returns the path extended by a label of a block, or the key of an item of an object.
    #[must_use]
    pub fn key(self, key: impl Into<Str>) -> Self {
        self.then(PathStep::Key(key.into()))
    }

    /// Returns the path extended by the index of a block among those that match, or of an element of a tuple.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.then(PathStep::Index(index))
    }

    pub(super) fn then(mut self, step: PathStep) -> Self {
        self.0.push(step);
        self
    }

    pub(super) fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Returns the number of keys at the end, before an index.
    pub(super) fn labels(&self) -> usize {
        let is_index = |step: &PathStep| matches!(step, PathStep::Index(_));
        let end = self.0.len() - usize::from(self.0.last().is_some_and(is_index));
        self.0[..end].iter().rev().take_while(|step| matches!(step, PathStep::Key(_))).count()
    }

    /// Returns the name or the key at the end, or an empty string.
    pub(super) fn last_name(&self) -> &str {
        match self.0.last() {
            Some(PathStep::Name(name) | PathStep::Key(name)) => name,
            Some(PathStep::Index(_)) | None => "",
        }
    }

    /// Returns the path of the first steps.
    pub(super) fn first(&self, steps: usize) -> Self {
        Self(self.0[..steps].to_vec())
    }
}

impl PathStep {
    /// Returns the key of an item of an object.
    pub(super) fn key(&self) -> Option<String> {
        match self {
            Self::Name(key) | Self::Key(key) => Some(key.to_string()),
            Self::Index(_) => None,
        }
    }
}

/// Parses a path. An empty string is the path to the whole document.
impl FromStr for ItemPath {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("<path>", text), &mut diags);
        let expr = diags.into_result(expr)?;
        let invalid = || Diagnostics::from(diags::invalid_path(expr.place()));
        let traversal = expr.as_traversal().ok_or_else(invalid)?;
        let root = Self::root().name(traversal.root());
        let steps = traversal.steps().iter();
        steps.map(path_step).try_fold(root, |path, step| Some(path.then(step?))).ok_or_else(invalid)
    }
}

fn path_step(step: &Step) -> Option<PathStep> {
    match step {
        Step::Attr(name) => Some(PathStep::Name(name.clone())),
        Step::Index(key) => match (key.as_str(), key.as_number()) {
            (Some(key), _) => Some(PathStep::Key(key.into())),
            (None, Some(number)) => number.to_usize().map(PathStep::Index),
            (None, None) => None,
        },
    }
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Name(name) if index == 0 => f.write_str(name)?,
                PathStep::Name(name) => write!(f, ".{name}")?,
                // A string always has a literal.
                PathStep::Key(key) => write!(f, "[{}]", quoted(key))?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    // A string always has a literal.
    to_hcl_literal(&Value::from(text), Layout::Line).unwrap_or_default()
}

impl ToItemPath for ItemPath {
    fn to_item_path(&self) -> Result<ItemPath, Diagnostics> {
        Ok(self.clone())
    }
}

impl ToItemPath for str {
    fn to_item_path(&self) -> Result<ItemPath, Diagnostics> {
        self.parse()
    }
}

impl ToItemPath for String {
    fn to_item_path(&self) -> Result<ItemPath, Diagnostics> {
        self.parse()
    }
}

impl<P: ToItemPath + ?Sized> ToItemPath for &P {
    fn to_item_path(&self) -> Result<ItemPath, Diagnostics> {
        (**self).to_item_path()
    }
}
