//! What a derive says of a field.

use super::BlockType;
use crate::cty::Type;
use crate::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, LabelSpec, Spec,
};

/// What a derive says of a field, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct FieldOptions {
    /// The name in HCL.
    pub name: &'static str,
    /// The doc comment; empty where there is none.
    pub docs: &'static str,
    /// Other names, which no message offers.
    pub aliases: &'static [&'static str],
    /// Names of before, which warn.
    pub former_names: &'static [&'static str],
    /// What to do instead, where it should no longer be written.
    pub deprecated: Option<&'static str>,
    /// Whether no message shows the value or its text.
    pub sensitive: bool,
    /// Whether what refuses the value later tells what the variables in it are.
    pub explained: bool,
    /// Whether it may be left out, whatever its type says.
    pub optional: bool,
    /// Whether `dynamic` blocks may generate it.
    pub dynamic: bool,
    /// How many blocks there must be.
    pub min_items: Option<usize>,
    /// How many blocks there may be.
    pub max_items: Option<usize>,
}

/// Hands on what specs of attributes and of blocks have in common.
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

/// Hands on what specs of blocks have in common.
macro_rules! block {
    ($options:ident, $spec:expr) => {{
        let spec = item!($options, $spec);
        if $options.dynamic { spec.dynamic() } else { spec }
    }};
}

/// Hands on how many blocks there are.
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
    /// Says nothing but the name.
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
