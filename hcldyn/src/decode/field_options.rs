//! The options of a field in a derive.

use super::{BlockType, DocsOptions};
use crate::body::Layering;
use crate::cty::Str;
use crate::cty::value_spec::{ObjectAttribute, ValueSpec};
use crate::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, LabelSpec, Spec,
    ValueRule,
};

/// The options of a field in a derive, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct FieldOptions {
    /// The name in HCL.
    pub name: &'static str,
    /// The documentation.
    pub docs: DocsOptions,
    /// Other names, which are never suggested.
    pub aliases: &'static [&'static str],
    /// Former names, which cause a warning.
    pub former_names: &'static [&'static str],
    /// Advice for a deprecated field.
    pub deprecated: Option<&'static str>,
    /// `true` if no message shows the value or its source text.
    pub sensitive: bool,
    /// `true` if errors that reject the value later show the values of its variables.
    pub explained: bool,
    /// `true` if the field may be omitted, regardless of its type.
    pub optional: bool,
    /// `true` if the label is the key of a map.
    pub is_key: bool,
    /// `true` if `dynamic` blocks may generate the field's blocks.
    pub dynamic: bool,
    /// `true` if the blocks may be written as attributes.
    pub or_attr: bool,
    /// `true` if the attribute may be written as a block.
    pub or_block: bool,
    /// `true` if labels of the blocks may be the types of nested blocks.
    pub labels_as_blocks: bool,
    /// `true` if several blocks are merged into one.
    pub merge: bool,
    /// The combination of the blocks of several layers, unless it is the default.
    pub layering: Option<Layering>,
    /// The conditions that an attribute's value must meet.
    pub rules: Option<fn() -> Box<[ValueRule]>>,
    /// The minimum number of blocks.
    pub min_items: Option<usize>,
    /// The maximum number of blocks.
    pub max_items: Option<usize>,
}

/// Sets the common options of the specs of attributes and blocks.
macro_rules! item {
    ($options:ident, $spec:expr) => {{
        let mut spec = $spec;
        for alias in $options.aliases {
            spec = spec.alias(*alias);
        }
        for name in $options.former_names {
            spec = spec.former_name(*name);
        }
        if let Some(advice) = $options.deprecated {
            spec = spec.deprecated(advice);
        }
        spec.with_docs($options.docs.item_docs())
    }};
}

/// Sets the common options of the specs of blocks.
macro_rules! block {
    ($options:ident, $spec:expr) => {{
        let spec = item!($options, $spec);
        let spec = if $options.or_attr { spec.or_attr() } else { spec };
        let spec = match $options.layering {
            Some(layering) => spec.layering(layering),
            None => spec,
        };
        if $options.dynamic { spec.dynamic() } else { spec }
    }};
}

/// Sets the other forms of blocks with bodies of their own.
macro_rules! nested {
    ($options:ident, $spec:expr) => {{
        let spec = block!($options, $spec);
        if $options.labels_as_blocks { spec.labels_as_blocks() } else { spec }
    }};
}

/// Merges several blocks into one.
macro_rules! merged {
    ($options:ident, $spec:expr) => {{
        let spec = $spec;
        if $options.merge { spec.merge() } else { spec }
    }};
}

/// Sets the limits on the number of blocks.
macro_rules! counts {
    ($options:ident, $spec:expr) => {{
        let mut spec = $spec;
        if let Some(count) = $options.min_items {
            spec = spec.min_items(count);
        }
        if let Some(count) = $options.max_items {
            spec = spec.max_items(count);
        }
        spec
    }};
}

impl FieldOptions {
    /// Creates the options of a field with a name and defaults for the rest.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            docs: DocsOptions::NONE,
            aliases: &[],
            former_names: &[],
            deprecated: None,
            sensitive: false,
            explained: false,
            optional: false,
            is_key: false,
            dynamic: false,
            or_attr: false,
            or_block: false,
            labels_as_blocks: false,
            merge: false,
            layering: None,
            rules: None,
            min_items: None,
            max_items: None,
        }
    }

    pub(super) fn attr(&self, value: impl Into<ValueSpec>) -> AttrSpec {
        let spec = merged!(self, item!(self, AttrSpec::new(self.name, value)));
        let spec = if self.or_block { spec.or_block() } else { spec };
        let rules = self.rules.map(|rules| rules()).unwrap_or_default();
        let spec = rules.into_iter().fold(spec, AttrSpec::rule);
        let spec = if self.explained { spec.explained() } else { spec };
        if self.sensitive { spec.sensitive() } else { spec }
    }

    /// Returns the attribute of an object.
    pub(super) fn attribute(&self, spec: ValueSpec, optional: bool) -> ObjectAttribute {
        let mut attribute = ObjectAttribute::new(self.name, spec);
        attribute.aliases = self.aliases.iter().map(|name| Str::from(*name)).collect();
        attribute.former_names = self.former_names.iter().map(|name| Str::from(*name)).collect();
        attribute.deprecated = self.deprecated.map(Str::from);
        attribute.docs = self.docs.item_docs();
        attribute.optional = optional || self.optional;
        attribute.sensitive = self.sensitive;
        attribute
    }

    pub(super) fn label(&self) -> LabelSpec {
        let label =
            if self.is_key { LabelSpec::key(self.name) } else { LabelSpec::new(0, self.name) };
        label.with_docs(self.docs.item_docs())
    }

    pub(super) fn labels(&self) -> LabelSpec {
        LabelSpec::from_index(0, self.name).with_docs(self.docs.item_docs())
    }

    pub(super) fn block(&self, nested: fn() -> Spec) -> BlockSpec {
        merged!(self, nested!(self, BlockSpec::lazy(self.name, nested)))
    }

    pub(super) fn blocks(&self, nested: fn() -> Spec) -> BlocksSpec {
        counts!(self, nested!(self, BlocksSpec::lazy(self.name, nested)))
    }

    pub(super) fn block_map(
        &self,
        labels: usize,
        is_grouped: bool,
        nested: fn() -> Spec,
    ) -> BlockMapSpec {
        const MORE: [&str; 3] = ["second name", "third name", "fourth name"];
        let spec = counts!(self, nested!(self, BlockMapSpec::lazy(self.name, "name", nested)));
        let spec = merged!(self, spec);
        let spec = if is_grouped { spec.grouped() } else { spec };
        let more = (1..labels).map(|label| MORE.get(label - 1).copied().unwrap_or("further name"));
        more.fold(spec, BlockMapSpec::then_by)
    }

    pub(super) fn block_attrs(&self, element: ValueSpec) -> BlockAttrsSpec {
        merged!(self, block!(self, BlockAttrsSpec::new(self.name, element)))
    }

    pub(super) fn block_types(&self, types: Vec<BlockType>) -> BlockTypesSpec {
        let mut spec = counts!(self, BlockTypesSpec::lazy(types));
        if self.dynamic {
            spec = spec.dynamic();
        }
        if self.or_attr {
            spec = spec.or_attr();
        }
        if self.labels_as_blocks {
            spec = spec.labels_as_blocks();
        }
        spec.with_docs(self.docs.item_docs())
    }
}
