//! The other forms in which attributes and blocks may be written.

/// The spelling of a whole configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spelling {
    /// Each attribute and block has the form of its spec, or another one that its spec allows.
    #[default]
    Strict,
    /// All forms that hcl-rs accepts, everywhere: a block may be written as an attribute, an attribute as a block, and a
    /// nested block as a label; single blocks of a type are merged.
    HclRs,
}

/// A set of other forms of an attribute or a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::spec) struct OtherForms(u8);

impl OtherForms {
    /// A block is written as an attribute.
    pub(in crate::spec) const OR_ATTR: Self = Self(1);
    /// An attribute is written as a block.
    pub(in crate::spec) const OR_BLOCK: Self = Self(2);
    /// The type of a nested block is written as a label.
    pub(in crate::spec) const LABELS_AS_BLOCKS: Self = Self(4);
    /// The content of a block is spread over several blocks.
    pub(in crate::spec) const MERGE: Self = Self(8);
    /// All forms.
    pub(in crate::spec) const ALL: Self = Self(15);

    /// Returns `true` if a form is in the set.
    pub(in crate::spec) fn contains(self, form: Self) -> bool {
        self.0 & form.0 != 0
    }

    /// Returns `true` if the set is empty.
    pub(in crate::spec) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of two sets.
    #[must_use]
    pub(in crate::spec) fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// The methods of specs with `other_forms`; each field is one form.
macro_rules! form_methods {
    ($spec:ident: $($form:ident),+) => {
        impl $spec {
            $($crate::spec::kinds::spelling::form_method!($form);)+
        }
    };
}

macro_rules! form_method {
    (or_attr) => {
        /// Allows writing the block as an attribute, `x = { … }` for `x { … }`, and several blocks as a list of objects.
        /// Labels are keys of objects around these. An attribute that is null is left out.
        ///
        /// The attributes in an object constructor are evaluated one by one, with their own source locations. Blocks
        /// inside it are written as attributes, too. Any other expression is evaluated first.
        ///
        /// ```
        /// use hcldyn::source::Source;
        /// use hcldyn::spec::{AttrSpec, BlockSpec, Spec, decode};
        /// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
        ///
        /// let cert = Spec::object([("cert", AttrSpec::new("cert", Type::String).into())]);
        /// let tls: Spec = BlockSpec::new("tls", cert).or_attr().into();
        /// let ctx = EvalContext::new();
        /// for text in ["tls {\n  cert = \"a\"\n}\n", "tls = { cert = \"a\" }\n"] {
        ///     let mut diags = Diagnostics::new();
        ///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        ///     let value = decode(&body, &tls, &ctx, &mut diags);
        ///     assert_eq!(value.get("cert"), Some(&Value::from("a")));
        /// }
        /// ```
        #[must_use]
        pub fn or_attr(mut self) -> Self {
            self.other_forms =
                self.other_forms.and($crate::spec::kinds::spelling::OtherForms::OR_ATTR);
            self
        }
    };
    (or_block) => {
        /// Allows writing the attribute as a block, `x { a = 1 }` for `x = { a = 1 }`. Nested blocks and labels become
        /// objects in it, as with [`Spec::Any`](crate::spec::Spec::Any). Several blocks are a list, if the type of the
        /// attribute is a collection without names.
        ///
        /// ```
        /// use hcldyn::source::Source;
        /// use hcldyn::spec::{AttrSpec, Spec, decode};
        /// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
        ///
        /// let tags: Spec = AttrSpec::new("tags", Type::map(Type::String)).or_block().into();
        /// let mut diags = Diagnostics::new();
        /// let body = parse_body(&Source::new("a.hcl", "tags {\n  zone = \"eu\"\n}\n"), &mut diags);
        /// let value = decode(&body, &tags, &EvalContext::new(), &mut diags);
        /// assert_eq!(value, Value::map(Type::String, vec![("zone".into(), "eu".into())]));
        /// ```
        #[must_use]
        pub fn or_block(mut self) -> Self {
            self.other_forms =
                self.other_forms.and($crate::spec::kinds::spelling::OtherForms::OR_BLOCK);
            self
        }
    };
    (labels_as_blocks) => {
        /// Allows writing the type of a nested block as a label: `a "b" { … }` for `a { b { … } }`. The labels that the
        /// spec reads come first.
        ///
        /// ```
        /// use hcldyn::source::Source;
        /// use hcldyn::spec::{AttrSpec, BlockSpec, Spec, decode};
        /// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
        ///
        /// let server = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
        /// let internal = Spec::object([("server", BlockSpec::new("server", server).into())]);
        /// let spec: Spec = BlockSpec::new("internal", internal).labels_as_blocks().into();
        /// let mut diags = Diagnostics::new();
        /// let text = "internal \"server\" {\n  port = 80\n}\n";
        /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
        /// assert_eq!(value.get("server").unwrap().get("port"), Some(&Value::from(80)));
        /// ```
        #[must_use]
        pub fn labels_as_blocks(mut self) -> Self {
            self.other_forms =
                self.other_forms.and($crate::spec::kinds::spelling::OtherForms::LABELS_AS_BLOCKS);
            self
        }
    };
    (merge) => {
        /// Merges blocks with equal labels into one. An attribute may be set in only one of them.
        ///
        /// ```
        /// use hcldyn::source::Source;
        /// use hcldyn::spec::{AttrSpec, BlockSpec, Spec, decode};
        /// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
        ///
        /// let attr = |name: &'static str| (name, AttrSpec::new(name, Type::Number).into());
        /// let limits = Spec::object([attr("soft"), attr("hard")]);
        /// let spec: Spec = BlockSpec::new("limits", limits).merge().into();
        /// let mut diags = Diagnostics::new();
        /// let text = "limits {\n  soft = 1\n}\nlimits {\n  hard = 2\n}\n";
        /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
        /// assert_eq!(value, Value::object([("soft", Value::from(1)), ("hard", Value::from(2))]));
        /// ```
        #[must_use]
        pub fn merge(mut self) -> Self {
            self.other_forms =
                self.other_forms.and($crate::spec::kinds::spelling::OtherForms::MERGE);
            self
        }
    };
}

pub(super) use {form_method, form_methods};
