//! The spec of an object.

use std::sync::Arc;

use super::Rule;
use super::docs_methods::docs_methods;
use crate::body::Unexpected;
use crate::cty::{Shape, Str};
use crate::spec::Spec;

/// The spec of an object: its attribute names in order, a spec for each, and rules for the body that they decode.
///
/// ```
/// use hcldyn::body::Unexpected;
/// use hcldyn::spec::{AttrSpec, ObjectSpec, Spec};
/// use hcldyn::Type;
///
/// let spec: Spec = ObjectSpec::new([
///     ("key", AttrSpec::new("key", Type::String).sensitive().into()),
///     ("key_file", AttrSpec::new("key_file", Type::String).into()),
/// ])
/// .doc("How to sign in.")
/// .exactly_one_of(["key", "key_file"])
/// .unexpected(Unexpected::Warn)
/// .into();
/// assert_eq!(spec.docs(), Some("How to sign in."));
/// ```
#[derive(Clone, Debug)]
pub struct ObjectSpec {
    pub(in crate::spec) shape: Arc<Shape>,
    pub(in crate::spec) specs: Vec<Spec>,
    pub(in crate::spec) rules: Vec<Rule>,
    pub(in crate::spec) unexpected: Unexpected,
    pub(in crate::spec) docs: Option<Str>,
}

impl ObjectSpec {
    /// Returns the spec of an object with these attributes, in this order.
    pub fn new<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Spec)>) -> Self {
        let (names, specs): (Vec<Str>, Vec<_>) =
            attributes.into_iter().map(|(name, spec)| (name.into(), spec)).unzip();
        Self {
            shape: Shape::new(names),
            specs,
            rules: Vec::new(),
            unexpected: Unexpected::Deny,
            docs: None,
        }
    }

    /// Sets the treatment of items of the body that no spec names. If several objects are decoded from one body,
    /// the most lenient counts. With [`Spec::Remain`], such items are not unexpected.
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.unexpected = unexpected;
        self
    }

    /// Allows at most one of these attributes to be set.
    #[must_use]
    pub fn at_most_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtMostOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// Requires at least one of these attributes to be set.
    #[must_use]
    pub fn at_least_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtLeastOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// Requires exactly one of these attributes to be set.
    #[must_use]
    pub fn exactly_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::ExactlyOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// Requires these attributes to be set if another one is.
    #[must_use]
    pub fn requires<N: Into<Str>>(
        self,
        name: impl Into<Str>,
        needed: impl IntoIterator<Item = N>,
    ) -> Self {
        self.rule(Rule::Requires(name.into(), needed.into_iter().map(Into::into).collect()))
    }

    /// Returns the attribute names, in the order of the values.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns the specs of the attributes, in the same order.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }

    /// Returns the rules between the attributes.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }
}

docs_methods!(ObjectSpec, docs);
