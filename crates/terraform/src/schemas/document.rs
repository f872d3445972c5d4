//! The form of the JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// The whole document, without the schemas of types.
#[derive(Deserialize)]
pub(super) struct Document<'t> {
    #[serde(borrow)]
    pub(super) provider_schemas: BTreeMap<&'t str, Provider<'t>>,
}

#[derive(Deserialize)]
pub(super) struct Provider<'t> {
    #[serde(borrow, default)]
    pub(super) resource_schemas: BTreeMap<&'t str, &'t RawValue>,
    #[serde(borrow, default)]
    pub(super) data_source_schemas: BTreeMap<&'t str, &'t RawValue>,
    #[serde(borrow, default)]
    pub(super) ephemeral_resource_schemas: BTreeMap<&'t str, &'t RawValue>,
}

/// The schema of a type.
#[derive(Deserialize)]
pub(super) struct Resource {
    pub(super) block: Block,
}

#[derive(Deserialize)]
pub(super) struct Block {
    #[serde(default)]
    pub(super) attributes: BTreeMap<String, Attribute>,
    #[serde(default)]
    pub(super) block_types: BTreeMap<String, NestedBlock>,
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) deprecated: bool,
}

#[derive(Deserialize)]
pub(super) struct Attribute {
    #[serde(rename = "type")]
    pub(super) ty: Option<Json>,
    pub(super) nested_type: Option<NestedType>,
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) required: bool,
    #[serde(default)]
    pub(super) optional: bool,
    #[serde(default)]
    pub(super) computed: bool,
    #[serde(default)]
    pub(super) sensitive: bool,
    #[serde(default)]
    pub(super) write_only: bool,
    #[serde(default)]
    pub(super) deprecated: bool,
}

#[derive(Deserialize)]
pub(super) struct NestedType {
    pub(super) attributes: BTreeMap<String, Attribute>,
    pub(super) nesting_mode: Nesting,
}

#[derive(Deserialize)]
pub(super) struct NestedBlock {
    pub(super) nesting_mode: Nesting,
    pub(super) block: Block,
    #[serde(default)]
    pub(super) min_items: usize,
    pub(super) max_items: Option<usize>,
}

/// The form of blocks, or of the objects of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Nesting {
    Single,
    Group,
    List,
    Set,
    Map,
}

impl NestedBlock {
    /// Returns `true` if the block is an object, not in a collection.
    pub(super) fn is_object(&self) -> bool {
        matches!(self.nesting_mode, Nesting::Single | Nesting::Group)
    }
}
