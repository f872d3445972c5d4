//! The spec of a resource type in the output of `terraform providers schema -json`.

use std::collections::BTreeMap;

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::diag::similar_name;
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec};
use serde::Deserialize;
use serde_json::Value as Json;

/// The advice for attributes and blocks that a provider deprecates.
const DEPRECATED: &str = "The provider deprecates it.";

#[derive(Deserialize)]
struct Schemas {
    provider_schemas: BTreeMap<String, Provider>,
}

#[derive(Deserialize)]
struct Provider {
    #[serde(default)]
    resource_schemas: BTreeMap<String, Resource>,
}

#[derive(Deserialize)]
struct Resource {
    block: Block,
}

#[derive(Deserialize)]
struct Block {
    #[serde(default)]
    attributes: BTreeMap<String, Attribute>,
    #[serde(default)]
    block_types: BTreeMap<String, NestedBlock>,
    description: Option<String>,
    #[serde(default)]
    deprecated: bool,
}

#[derive(Deserialize)]
struct Attribute {
    #[serde(rename = "type")]
    ty: Option<Json>,
    nested_type: Option<NestedType>,
    description: Option<String>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    sensitive: bool,
    #[serde(default)]
    deprecated: bool,
}

#[derive(Deserialize)]
struct NestedType {
    attributes: BTreeMap<String, Attribute>,
    nesting_mode: Nesting,
}

#[derive(Deserialize)]
struct NestedBlock {
    nesting_mode: Nesting,
    block: Block,
    #[serde(default)]
    min_items: usize,
    max_items: Option<usize>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Nesting {
    Single,
    Group,
    List,
    Set,
    Map,
}

/// Returns the spec of the body of a resource type, which may be omitted if there is only one.
///
/// # Errors
///
/// Fails with a sentence if the schema has another form, or not this resource type.
pub(super) fn read(json: &Json, resource_type: Option<&str>) -> Result<Spec, String> {
    let schemas = Schemas::deserialize(json)
        .map_err(|error| format!("The provider schema has an unexpected form: {error}."))?;
    let resources = schemas.provider_schemas.values().flat_map(|it| &it.resource_schemas);
    let all: BTreeMap<&str, &Resource> =
        resources.map(|(name, resource)| (name.as_str(), resource)).collect();
    let resource = match (resource_type, all.len()) {
        (None, 1) => all.values().next(),
        (None, count) => {
            return Err(format!("The schema has {count} resource types; select one with --type."));
        }
        (Some(name), _) => all.get(name),
    };
    match (resource, resource_type) {
        (Some(resource), _) => body(&resource.block),
        (None, name) => {
            let name = name.unwrap_or_default();
            let near = similar_name(name, all.keys().copied());
            let hint = near.map(|near| format!(" Did you mean {near:?}?")).unwrap_or_default();
            Err(format!("The schema does not have the resource type {name:?}.{hint}"))
        }
    }
}

/// Returns the spec of a body: the attributes and blocks that a configuration may set.
fn body(block: &Block) -> Result<Spec, String> {
    let mut items: Vec<(&str, Spec)> = Vec::new();
    for (name, attribute) in block.attributes.iter().filter(|(_, it)| it.required || it.optional) {
        items.push((name, self::attribute(name, attribute)?));
    }
    for (name, block) in &block.block_types {
        items.push((name, blocks(name, block)?));
    }
    let object = ObjectSpec::new(items);
    Ok(match description(block.description.as_deref()) {
        Some(text) => object.doc(text).into(),
        None => object.into(),
    })
}

fn attribute(name: &str, attribute: &Attribute) -> Result<Spec, String> {
    let mut spec = AttrSpec::new(name, value(name, attribute)?);
    if attribute.required {
        spec = spec.required();
    } else if attribute.deprecated {
        spec = spec.deprecated(DEPRECATED);
    }
    if attribute.sensitive {
        spec = spec.sensitive();
    }
    Ok(match description(attribute.description.as_deref()) {
        Some(text) => spec.doc(text).into(),
        None => spec.into(),
    })
}

fn value(name: &str, attribute: &Attribute) -> Result<ValueSpec, String> {
    if let Some(nested) = &attribute.nested_type {
        return nested_value(nested);
    }
    let ty = attribute.ty.as_ref().ok_or_else(|| format!("The attribute {name:?} has no type."))?;
    let ty = Type::from_json(ty.to_string());
    let ty =
        ty.map_err(|error| format!("The type of the attribute {name:?} is invalid: {error}."))?;
    Ok(ty.into())
}

fn nested_value(nested: &NestedType) -> Result<ValueSpec, String> {
    let writable = nested.attributes.iter().filter(|(_, it)| it.required || it.optional);
    let attributes = writable.map(|(name, attribute)| {
        let mut spec = ObjectAttribute::new(name.as_str(), value(name, attribute)?);
        spec.docs.text = description(attribute.description.as_deref()).map(Into::into);
        spec.optional = !attribute.required;
        spec.sensitive = attribute.sensitive;
        Ok(spec)
    });
    let object = ObjectValueSpec::new(attributes.collect::<Result<Vec<_>, String>>()?);
    let object = ValueSpec::Object(object.into());
    Ok(match nested.nesting_mode {
        Nesting::Single | Nesting::Group => object,
        Nesting::List => ValueSpec::list(object),
        Nesting::Set => ValueSpec::set(object),
        Nesting::Map => ValueSpec::map(object),
    })
}

/// Returns the spec of blocks. At most one is a single block, also if the provider has it in a list.
fn blocks(name: &str, block: &NestedBlock) -> Result<Spec, String> {
    let mut spec = BlocksSpec::new(name, body(&block.block)?);
    let is_single = matches!(block.nesting_mode, Nesting::Single | Nesting::Group);
    let is_map = matches!(block.nesting_mode, Nesting::Map);
    if is_map {
        spec = spec.object("name");
    } else if !is_single && block.max_items != Some(1) {
        spec = spec.tuple();
        if let Some(max) = block.max_items.filter(|max| *max > 0) {
            spec = spec.max_items(max);
        }
    }
    if block.min_items > 0 {
        spec = spec.min_items(block.min_items);
    } else if block.block.deprecated {
        spec = spec.deprecated(DEPRECATED);
    }
    Ok(spec.dynamic().into())
}

/// Returns the text of a description, if there is one.
fn description(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
