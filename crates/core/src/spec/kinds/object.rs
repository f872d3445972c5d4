//! The spec of an object.

use std::sync::Arc;

use super::docs_methods::docs_methods;
use super::{OtherForms, Rule};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemDocs, Unexpected};
use crate::cty::{Shape, Str, Value};
use crate::spec::Spec;

/// The spec of an object: its attribute names in order, a spec for each, and rules for the body that they decode.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::cty::value_spec::Unexpected;
/// use hcldyn::spec::{AttrSpec, ObjectSpec, Rest, Spec};
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
    /// The other forms of all attributes and blocks of the body.
    pub(in crate::spec) forms: OtherForms,
    /// `true` if each item of the body is decoded by one attribute only.
    pub(in crate::spec) is_distinct: bool,
    /// The prefix of the names of all items, if the object is that of a flattened struct.
    pub(in crate::spec) prefix: Option<Arc<Str>>,
    /// `true` if the group of the object around it reports the missing attributes of this one.
    pub(in crate::spec) is_in_group: bool,
    pub(in crate::spec) docs: ItemDocs,
}

impl ObjectSpec {
    /// Returns the spec of an object with these attributes, in this order.
    pub fn new<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Spec)>) -> Self {
        let (names, specs) =
            attributes.into_iter().map(|(name, spec)| (name.into(), spec)).unzip_vec();
        Self {
            shape: Shape::new(names),
            specs,
            rules: Vec::new(),
            unexpected: Unexpected::Deny,
            forms: OtherForms::NONE,
            is_distinct: false,
            prefix: None,
            is_in_group: false,
            docs: ItemDocs::default(),
        }
    }

    /// Sets the treatment of items of the body that no spec names. If several objects are decoded from one body, the
    /// most lenient applies. With [`Rest::Body`](super::Rest::Body), such items are not unexpected. A known name in the wrong form, such
    /// as an attribute with the name of a block type, is always an error.
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.unexpected = unexpected;
        self
    }

    /// Requires that each item of the body is decoded by one attribute only, as the fields of a struct do.
    /// [`Spec::check`] checks it.
    #[must_use]
    pub(crate) fn distinct(mut self) -> Self {
        self.is_distinct = true;
        self
    }

    /// Allows writing all blocks of the body as attributes, as [`BlocksSpec::or_attr`](crate::spec::BlocksSpec::or_attr)
    /// does for one.
    #[must_use]
    pub fn or_attr(self) -> Self {
        self.form(OtherForms::OR_ATTR)
    }

    /// Allows writing all attributes of the body as blocks, as [`AttrSpec::or_block`](crate::spec::AttrSpec::or_block)
    /// does for one.
    #[must_use]
    pub fn or_block(self) -> Self {
        self.form(OtherForms::OR_BLOCK)
    }

    /// Allows writing the types of nested blocks as labels in all blocks of the body, as
    /// [`BlocksSpec::labels_as_blocks`](crate::spec::BlocksSpec::labels_as_blocks) does for one.
    #[must_use]
    pub fn labels_as_blocks(self) -> Self {
        self.form(OtherForms::LABELS_AS_BLOCKS)
    }

    /// Merges repeats of all single blocks of the body, as [`BlocksSpec::merge`](crate::spec::BlocksSpec::merge) does for
    /// one.
    #[must_use]
    pub fn merge(self) -> Self {
        self.form(OtherForms::MERGE)
    }

    /// Allows at most one of these attributes to be set.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, ObjectSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let attributes = ["path", "url", "user", "password"].map(|it| (it, AttrSpec::new(it, Type::String).into()));
    /// let spec = ObjectSpec::new(attributes)
    ///     .at_most_one_of(["path", "url"])
    ///     .at_least_one_of(["path", "url"])
    ///     .requires("password", ["user"])
    ///     .requires_if("user", "admin", ["password"])
    ///     .together(["user", "password"], ["user"]);
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "path = \"a\"\nurl = \"b\"\nuser = \"admin\"\n"), &mut diags);
    /// decode(&body, &spec.into(), &EvalContext::new(), &mut diags);
    /// assert_eq!(diags.error_count(), 2);
    /// ```
    #[must_use]
    pub fn at_most_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtMostOneOf(names.into_iter().map(Into::into).collect_vec()))
    }

    /// Requires at least one of these attributes to be set.
    #[must_use]
    pub fn at_least_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::AtLeastOneOf(names.into_iter().map(Into::into).collect_vec()))
    }

    /// Requires exactly one of these attributes to be set.
    #[must_use]
    pub fn exactly_one_of<N: Into<Str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.rule(Rule::ExactlyOneOf(names.into_iter().map(Into::into).collect_vec()))
    }

    /// Requires these attributes to be set if another one is.
    #[must_use]
    pub fn requires<N: Into<Str>>(
        self,
        name: impl Into<Str>,
        needed: impl IntoIterator<Item = N>,
    ) -> Self {
        self.rule(Rule::Requires(name.into(), needed.into_iter().map(Into::into).collect_vec()))
    }

    /// Requires these attributes to be set if another one has a value. The value may be a default.
    #[must_use]
    pub fn requires_if<N: Into<Str>>(
        self,
        name: impl Into<Str>,
        value: impl Into<Value>,
        needed: impl IntoIterator<Item = N>,
    ) -> Self {
        let needed = needed.into_iter().map(Into::into).collect_vec();
        self.rule(Rule::RequiresIf { name: name.into(), value: value.into(), needed })
    }

    /// Makes these attributes a group: if one of them is set, all of `needed` must be set. `needed` is a part of the group.
    #[must_use]
    pub fn together<N: Into<Str>>(
        self,
        names: impl IntoIterator<Item = N>,
        needed: impl IntoIterator<Item = N>,
    ) -> Self {
        let all = |names: Vec<N>| names.into_iter().map(Into::into).collect_vec();
        let names = all(names.into_iter().collect_vec());
        self.rule(Rule::Together { names, needed: all(needed.into_iter().collect_vec()) })
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

    fn form(mut self, form: OtherForms) -> Self {
        self.forms = self.forms.and(form);
        self
    }

    pub(in crate::spec) fn rule(mut self, rule: Rule) -> Self {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
        self
    }
}

docs_methods!(ObjectSpec);
