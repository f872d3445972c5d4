//! The options of a field in a derive.

use super::{BlockVariant, DocsOptions};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{Deprecation, ItemNames, ObjectAttribute, ValueSpec};
use crate::spec::{
    AttrSpec, BlockContent, BlockOptions, BlocksSpec, LabelSpec, OtherForms, SettingOptions, Spec,
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
    /// The prefix of the names of a flattened struct.
    pub prefix: &'static str,
    /// `true` if the label is the key of a map.
    pub is_key: bool,
    /// The other forms in which the attribute or the blocks may be written.
    pub forms: OtherForms,
    /// The options of blocks.
    pub blocks: BlockOptions,
    /// The spec of the blocks' bodies, if it is not that of their type.
    pub nested: Option<fn() -> Spec>,
    /// The conditions that an attribute's value must meet.
    pub rules: Option<fn() -> Box<[ValueRule]>>,
    /// The options about the sources of an attribute's value.
    pub setting: Option<fn() -> SettingOptions>,
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
            prefix: "",
            is_key: false,
            forms: OtherForms::NONE,
            blocks: BlockOptions::NONE,
            nested: None,
            rules: None,
            setting: None,
        }
    }

    pub(super) fn attr(&self, value: impl Into<ValueSpec>) -> AttrSpec {
        let rules = self.rules.map(|rules| rules()).unwrap_or_default();
        let mut spec = rules.into_iter().fold(AttrSpec::new(self.name, value), AttrSpec::rule);
        spec.names = self.names();
        spec.forms = self.forms;
        spec.setting = self.setting.map(|setting| Box::new(setting()));
        let spec = spec.with_docs(self.docs.item_docs());
        let spec = if self.explained { spec.explained() } else { spec };
        if self.sensitive { spec.sensitive() } else { spec }
    }

    fn names(&self) -> ItemNames {
        item_names(self.name, self.aliases, self.former_names, self.deprecated)
    }

    /// Returns the attribute of an object.
    pub(super) fn attribute(&self, spec: ValueSpec, optional: bool) -> ObjectAttribute {
        let mut attribute = ObjectAttribute::new(self.name, spec);
        attribute.names = self.names();
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

    /// Returns the spec of a flattened struct.
    pub(super) fn flattened(&self, spec: Spec) -> Spec {
        if self.prefix.is_empty() { spec } else { spec.prefixed(self.prefix) }
    }

    /// Returns the spec of a single block.
    pub(super) fn block(&self, nested: fn() -> Spec) -> BlocksSpec {
        let nested = BlockContent::lazy(self.nested.unwrap_or(nested));
        self.with_options(BlocksSpec::of(self.names(), nested))
    }

    /// Returns the spec of an object of blocks by their labels.
    pub(super) fn block_map(
        &self,
        labels: usize,
        is_grouped: bool,
        nested: fn() -> Spec,
    ) -> BlocksSpec {
        const MORE: [&str; 3] = ["second name", "third name", "fourth name"];
        let spec = self.block(nested).object("name");
        let spec = if is_grouped { spec.grouped() } else { spec };
        let more = (1..labels).map(|label| MORE.get(label - 1).copied().unwrap_or("further name"));
        more.fold(spec, BlocksSpec::then_by)
    }

    /// Returns the spec of a single block of free attributes.
    pub(super) fn block_attrs(&self, element: ValueSpec) -> BlocksSpec {
        self.with_options(BlocksSpec::of(self.names(), BlockContent::Attributes(element)))
    }

    /// Returns the spec of a single block of one of several types.
    pub(super) fn block_types(&self, types: Vec<BlockVariant>) -> BlocksSpec {
        self.with_options(BlocksSpec::of_lazy_types(types))
    }

    fn with_options(&self, mut spec: BlocksSpec) -> BlocksSpec {
        spec.options = self.blocks;
        spec.forms = self.forms;
        spec.with_docs(self.docs.item_docs())
    }
}

/// Returns the names of a field or a variant.
pub(super) fn item_names(
    name: &'static str,
    aliases: &[&'static str],
    former_names: &[&'static str],
    deprecated: Option<&'static str>,
) -> ItemNames {
    let all = |names: &[&'static str]| names.iter().map(|name| Str::from(*name)).collect_vec();
    let mut names = ItemNames::new(name);
    names.aliases = all(aliases);
    names.former_names = all(former_names);
    names.deprecation = deprecated.map(|advice| Deprecation::new(None, Some(advice.into())));
    names
}
