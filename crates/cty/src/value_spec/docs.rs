//! The documentation of items.

use std::fmt;

use super::ValueSpec;
use crate::{Str, Value};

/// The documentation of an attribute, a block type, a label or a whole body. Decoding does not use it.
///
/// ```
/// use hcldyn::cty::value_spec::ItemDocs;
///
/// let docs = ItemDocs::new("The address of the server.").since("1.2").example("\"10.0.0.1:80\"");
/// assert_eq!(docs.text.as_deref(), Some("The address of the server."));
/// assert!(!docs.is_hidden);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ItemDocs {
    /// A short title for readers, in place of the name.
    pub title: Option<Str>,
    /// The documentation, in prose.
    pub text: Option<Str>,
    /// The version of the program that introduced the item.
    pub since: Option<Str>,
    /// Examples, as source text of HCL: an expression for an attribute, the content of a body for a block.
    pub examples: Vec<Str>,
    /// Conditions that a function of the program checks, in full sentences.
    pub conditions: Vec<Str>,
    /// The default in words, if the program computes it.
    pub default: Option<Str>,
    /// The default as a value, if the program computes it and it has one.
    pub computed_default: Option<ComputedDefault>,
    /// The variables that the program adds to an expression that it evaluates later.
    pub variables: Vec<ScopeVariable>,
    /// `true` if documents leave the item out.
    pub is_hidden: bool,
    /// `true` if a change of the item has an effect only after a restart of the program.
    pub needs_restart: bool,
}

/// A variable that the program adds to an expression that it evaluates later.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopeVariable {
    /// The name.
    pub name: Str,
    /// The spec of the value.
    pub value: ValueSpec,
}

/// A default that a function of the program computes, for documents only.
#[derive(Clone, Copy)]
pub struct ComputedDefault(pub fn() -> Option<Value>);

/// Compares the values.
impl PartialEq for ComputedDefault {
    fn eq(&self, other: &Self) -> bool {
        (self.0)() == (other.0)()
    }
}

impl Eq for ComputedDefault {}

impl fmt::Debug for ComputedDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("computed")
    }
}

impl ItemDocs {
    /// Creates documentation with a text only.
    pub fn new(text: impl Into<Str>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Returns the default that the program computes, unless it is null or has no value.
    pub fn computed_value(&self) -> Option<Value> {
        (self.computed_default?.0)().filter(|value| !value.is_null())
    }

    /// Sets a short title for readers, in place of the name.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::cty::value_spec::ItemDocs;
    ///
    /// let docs = ItemDocs::new("The condition of an alert.")
    ///     .title("Condition")
    ///     .variable("load", Type::Number)
    ///     .condition("It must refer to `load`.")
    ///     .default_text("always");
    /// assert_eq!(docs.title.as_deref(), Some("Condition"));
    /// assert_eq!(docs.variables[0].name, "load");
    /// assert_eq!(docs.conditions.len(), 1);
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<Str>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the version of the program that introduced the item.
    #[must_use]
    pub fn since(mut self, version: impl Into<Str>) -> Self {
        self.since = Some(version.into());
        self
    }

    /// Adds an example, as source text of HCL: an expression for an attribute, the content of a body for a block.
    #[must_use]
    pub fn example(mut self, example: impl Into<Str>) -> Self {
        self.examples.push(example.into());
        self
    }

    /// Adds a condition that a function of the program checks, in full sentences.
    #[must_use]
    pub fn condition(mut self, condition: impl Into<Str>) -> Self {
        self.conditions.push(condition.into());
        self
    }

    /// Describes a default that the program computes.
    #[must_use]
    pub fn default_text(mut self, default: impl Into<Str>) -> Self {
        self.default = Some(default.into());
        self
    }

    /// Adds a variable that the program adds to the expression, which it evaluates later.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Str>, value: impl Into<ValueSpec>) -> Self {
        self.variables.push(ScopeVariable { name: name.into(), value: value.into() });
        self
    }

    /// Leaves the item out of documents. It is decoded as others are.
    #[must_use]
    pub fn hide(mut self) -> Self {
        self.is_hidden = true;
        self
    }
}
