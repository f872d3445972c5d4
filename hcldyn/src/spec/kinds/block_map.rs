//! The spec of all blocks of a type by their labels.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::spelling::form_methods;
use super::{Alias, Deprecation, OtherForms, SpecItem};
use crate::body::Layering;
use crate::cty::{Str, Type};
use crate::spec::{NestedSpec, Spec};

/// The spec of all blocks of a type by their labels.
#[derive(Clone, Debug)]
pub struct BlockMapSpec {
    pub(in crate::spec) item: SpecItem,
    /// The names of the key's labels in messages; at least one.
    pub(in crate::spec) labels: Vec<Str>,
    pub(in crate::spec) nested: NestedSpec,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
    pub(in crate::spec) other_forms: OtherForms,
    pub(in crate::spec) layering: Option<Layering>,
    /// `true` if several blocks may have equal labels.
    pub(in crate::spec) grouped: bool,
}

impl BlockMapSpec {
    /// Returns the spec of all blocks of a type by their first label. `label` is its name in messages.
    pub fn new(ty: impl Into<Str>, label: impl Into<Str>, nested: Spec) -> Self {
        Self::with(ty, label, NestedSpec::of(nested))
    }

    /// Returns a spec whose nested spec is built by `nested` on first use, so that a block can contain blocks of its own
    /// type. `nested` must return the same spec each time.
    pub fn lazy(ty: impl Into<Str>, label: impl Into<Str>, nested: fn() -> Spec) -> Self {
        Self::with(ty, label, NestedSpec::lazy(nested))
    }

    pub(in crate::spec) fn with(
        ty: impl Into<Str>,
        label: impl Into<Str>,
        nested: NestedSpec,
    ) -> Self {
        Self {
            item: SpecItem::new(ty),
            labels: vec![label.into()],
            nested,
            min_items: 0,
            max_items: None,
            dynamic: false,
            other_forms: OtherForms::default(),
            layering: None,
            grouped: false,
        }
    }

    /// Adds a label to the key. `label` is its name in messages.
    #[must_use]
    pub fn then_by(mut self, label: impl Into<Str>) -> Self {
        self.labels.push(label.into());
        self
    }

    /// Allows several blocks with equal labels. The value under each key is a collection of its blocks in source order:
    /// a list in a [`Spec::BlockMap`], a tuple in a [`Spec::BlockObject`].
    ///
    /// ```
    /// use hcldyn::source::Source;
    /// use hcldyn::spec::{AttrSpec, BlockMapSpec, Spec, decode};
    /// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
    ///
    /// let rule = Spec::from(AttrSpec::new("port", Type::Number));
    /// let rules = BlockMapSpec::new("rule", "group", rule).grouped();
    /// let text = "rule \"a\" { port = 1 }\nrule \"b\" { port = 2 }\nrule \"a\" { port = 3 }\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &rules.into(), &EvalContext::new(), &mut diags);
    /// assert_eq!(value.index(&"a".into()).unwrap().elements(), [Value::from(1), Value::from(3)]);
    /// ```
    #[must_use]
    pub fn grouped(mut self) -> Self {
        self.grouped = true;
        self
    }

    /// Returns `true` if several blocks may have equal labels.
    pub fn is_grouped(&self) -> bool {
        self.grouped
    }

    /// Returns the type under a key of blocks of a type.
    pub(in crate::spec) fn element_of(&self, block: Type) -> Type {
        if self.grouped { Type::list(block) } else { block }
    }

    /// Returns the names of the key's labels.
    pub fn labels(&self) -> &[Str] {
        &self.labels
    }
}

block_methods!(BlockMapSpec: counts, dynamic, layering, nested);
form_methods!(BlockMapSpec: or_attr, labels_as_blocks, merge);
item_methods!(BlockMapSpec);
