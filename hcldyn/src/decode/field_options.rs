//! The options of a field in a derive.

use super::BlockType;
use crate::cty::Type;
use crate::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, LabelSpec, Spec,
};

/// The options of a field in a derive, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct FieldOptions {
    /// The name in HCL.
    pub name: &'static str,
    /// The doc comment; empty without one.
    pub docs: &'static str,
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
    /// `true` if it may be omitted, whatever its type.
    pub optional: bool,
    /// `true` if `dynamic` blocks may generate it.
    pub dynamic: bool,
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
        if !$options.docs.is_empty() {
            spec = spec.doc($options.docs);
        }
        spec
    }};
}

/// Sets the common options of the specs of blocks.
macro_rules! block {
    ($options:ident, $spec:expr) => {{
        let spec = item!($options, $spec);
        if $options.dynamic { spec.dynamic() } else { spec }
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
            docs: "",
            aliases: &[],
            former_names: &[],
            deprecated: None,
            sensitive: false,
            explained: false,
            optional: false,
            dynamic: false,
            min_items: None,
            max_items: None,
        }
    }

    pub(super) fn attr(&self, ty: Type) -> AttrSpec {
        let spec = item!(self, AttrSpec::new(self.name, ty));
        let spec = if self.explained { spec.explained() } else { spec };
        if self.sensitive { spec.sensitive() } else { spec }
    }

    pub(super) fn label(&self) -> LabelSpec {
        let spec = LabelSpec::new(0, self.name);
        if self.docs.is_empty() { spec } else { spec.doc(self.docs) }
    }

    pub(super) fn block(&self, nested: fn() -> Spec) -> BlockSpec {
        block!(self, BlockSpec::lazy(self.name, nested))
    }

    pub(super) fn blocks(&self, nested: fn() -> Spec) -> BlocksSpec {
        counts!(self, block!(self, BlocksSpec::lazy(self.name, nested)))
    }

    pub(super) fn block_map(&self, labels: usize, nested: fn() -> Spec) -> BlockMapSpec {
        const MORE: [&str; 3] = ["second name", "third name", "fourth name"];
        let spec = counts!(self, block!(self, BlockMapSpec::lazy(self.name, "name", nested)));
        let more = (1..labels).map(|label| MORE.get(label - 1).copied().unwrap_or("further name"));
        more.fold(spec, BlockMapSpec::then_by)
    }

    pub(super) fn block_attrs(&self, element: Type) -> BlockAttrsSpec {
        block!(self, BlockAttrsSpec::new(self.name, element))
    }

    pub(super) fn block_types(&self, types: Vec<BlockType>) -> BlockTypesSpec {
        let mut spec = counts!(self, BlockTypesSpec::lazy(types));
        if self.dynamic {
            spec = spec.dynamic();
        }
        if self.docs.is_empty() { spec } else { spec.doc(self.docs) }
    }
}
