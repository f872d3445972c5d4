//! Specs of the arguments of types.

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec};

use super::document::{Attribute, Block, NestedBlock, NestedType, Nesting};

/// The advice for attributes and blocks that a provider deprecates.
const DEPRECATED: &str = "The provider deprecates it.";

/// The form of a block in a list with at most one element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Single {
    /// A single block.
    Block,
    /// A list, as the provider has it.
    List,
}

/// Returns the spec of a body: the attributes and blocks that a configuration may set.
pub(super) fn body(block: &Block, single: Single) -> Result<Spec, String> {
    let mut items: Vec<(&str, Spec)> = Vec::new();
    for (name, attribute) in block.attributes.iter().filter(|(_, it)| it.required || it.optional) {
        items.push((name, self::attribute(name, attribute)?));
    }
    for (name, block) in &block.block_types {
        items.push((name, blocks(name, block, single)?));
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
    let ty = attribute.ty.as_ref().ok_or_else(|| format!("the attribute {name:?} has no type"))?;
    let ty = Type::from_json(ty.to_string());
    let ty =
        ty.map_err(|error| format!("the type of the attribute {name:?} is invalid: {error}"))?;
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

/// Returns the spec of blocks.
fn blocks(name: &str, block: &NestedBlock, single: Single) -> Result<Spec, String> {
    let mut spec = BlocksSpec::new(name, body(&block.block, single)?);
    let is_list = block.max_items != Some(1) || single == Single::List;
    let is_map = matches!(block.nesting_mode, Nesting::Map);
    if is_map {
        spec = spec.object("name");
    } else if !block.is_object() && is_list {
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
