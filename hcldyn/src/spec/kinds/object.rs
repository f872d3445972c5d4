//! The spec of an object.

use std::sync::Arc;

use super::Rule;
use super::docs_methods::docs_methods;
use crate::body::Unexpected;
use crate::cty::{Shape, Str};
use crate::spec::Spec;

/// The spec of an object: names and specs, in the order in which the values will stand, and what holds
/// for the body that they decode.
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
    /// An object with these attributes, in this order.
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

    /// What happens to items of the body that no spec names. Where several objects are decoded from one
    /// body, the laxest counts; with [`Spec::Remain`] they are not unexpected.
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.unexpected = unexpected;
        self
    }

    /// At most one of these attributes may be set.
    #[must_use]
    pub fn at_most_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtMostOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// At least one of these attributes must be set.
    #[must_use]
    pub fn at_least_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtLeastOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// One of these attributes must be set, and no other.
    #[must_use]
    pub fn exactly_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::ExactlyOneOf(names.into_iter().map(Into::into).collect()))
    }

    /// Where an attribute is set, these must be set too.
    #[must_use]
    pub fn requires<N: Into<Str>>(
        self,
        name: impl Into<Str>,
        needed: impl IntoIterator<Item = N>,
    ) -> Self {
        self.rule(Rule::Requires(name.into(), needed.into_iter().map(Into::into).collect()))
    }

    /// The attribute names, in the order in which the values stand.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The specs of the attributes, in the same order.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }

    /// What the attributes have to do with each other.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }
}

docs_methods!(ObjectSpec, docs);
