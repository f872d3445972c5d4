//! The spec of a body with one of several forms.

use super::docs_methods::docs_methods;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemDocs;
use crate::spec::Spec;

/// The spec of a body with one of several forms. A tag selects the form: a label of the block around the body, or
/// the value of an attribute. Forms are never tried one after the other, so all errors of a body are those of the
/// form that its tag selects.
///
/// If a label selects the form, forms may have different numbers of further labels: a block must have those of its form.
///
/// It may be combined with specs of the items that all forms share.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, OneOfSpec, Spec, decode};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let tcp = AttrSpec::new("port", Type::Number).required().into();
/// let unix = AttrSpec::new("path", Type::String).required().into();
/// let listener = Spec::object([
///     ("backlog", AttrSpec::new("backlog", Type::Number).into()),
///     ("at", OneOfSpec::by_label(0, "kind", [("tcp", tcp), ("unix", unix)]).into()),
/// ]);
/// let spec = Spec::from(BlocksSpec::new("listener", listener).tuple());
///
/// let mut diags = Diagnostics::new();
/// let text = "listener \"tcp\" {\n  port = 80\n}\nlistener \"tpc\" {\n  port = 81\n}\n";
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// decode(&body, &spec, &EvalContext::new(), &mut diags);
/// assert_eq!(
///     diags.to_string(),
///     "a.hcl:4:10: error: Unexpected label; The kind must be \"tcp\" or \"unix\", not \"tpc\". \
///      Did you mean \"tcp\"?"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct OneOfSpec {
    pub(in crate::spec) tag: Tag,
    pub(in crate::spec) forms: Vec<(Str, Spec)>,
    pub(in crate::spec) docs: ItemDocs,
}

/// The tag that selects the form of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A label of the block around the body.
    Label {
        /// The index of the label, from 0.
        index: usize,
        /// The name of the label in messages.
        name: Str,
    },
    /// The value of the attribute with this name, which is required.
    Attribute(Str),
}

impl OneOfSpec {
    /// Returns a spec that selects the form by the label at an index, from 0. `name` is its name in messages.
    pub fn by_label<N: Into<Str>>(
        index: usize,
        name: impl Into<Str>,
        forms: impl IntoIterator<Item = (N, Spec)>,
    ) -> Self {
        Self::new(Tag::Label { index, name: name.into() }, forms)
    }

    /// Returns a spec that selects the form by an attribute, which is required.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, OneOfSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let tcp = AttrSpec::new("port", Type::Number).into();
    /// let unix = AttrSpec::new("path", Type::String).into();
    /// let spec = OneOfSpec::by_attribute("kind", [("tcp", tcp), ("unix", unix)]).into();
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "kind = \"tcp\"\nport = 80\n"), &mut diags);
    /// assert_eq!(decode(&body, &spec, &EvalContext::new(), &mut diags), 80.into());
    /// ```
    pub fn by_attribute<N: Into<Str>>(
        name: impl Into<Str>,
        forms: impl IntoIterator<Item = (N, Spec)>,
    ) -> Self {
        Self::new(Tag::Attribute(name.into()), forms)
    }

    /// Returns the tag that selects the form.
    pub fn tag(&self) -> &Tag {
        &self.tag
    }

    /// Returns the forms by their tags, each with its spec.
    pub fn forms(&self) -> &[(Str, Spec)] {
        &self.forms
    }

    /// Returns the index of the form with a tag.
    pub(in crate::spec) fn position(&self, tag: &str) -> Option<usize> {
        self.forms.iter().position(|(name, _)| *name == *tag)
    }

    pub(in crate::spec) fn tags(&self) -> impl Iterator<Item = &str> + Clone {
        self.forms.iter().map(|(name, _)| name.as_str())
    }

    pub(in crate::spec) fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.forms.iter().map(|(_, spec)| spec)
    }

    fn new<N: Into<Str>>(tag: Tag, forms: impl IntoIterator<Item = (N, Spec)>) -> Self {
        let forms = forms.into_iter().map(|(name, spec)| (name.into(), spec));
        Self { tag, forms: forms.collect_vec(), docs: ItemDocs::default() }
    }
}

docs_methods!(OneOfSpec);
