//! Specs from the notation of `tests/vectors/dynblock.json`.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlocksSpec, LabelSpec, Spec,
};
use serde_json::Value as Json;

use crate::vectors::{type_from_notation, value_from_notation};

/// Whether block specs let `dynamic` blocks generate their blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dynamic {
    /// They do.
    Allowed,
    /// They do not.
    Refused,
}

/// A spec in the notation. `None` where it has a part that has no counterpart here: `block_object`.
pub fn spec_from_notation(node: &Json, dynamic: Dynamic) -> Option<Spec> {
    let text = |name: &str| node[name].as_str().unwrap();
    let part = |name: &str| spec_from_notation(&node[name], dynamic);
    let is_required = node["required"] == true;
    let spec = match text("kind") {
        "object" => {
            let fields = node["fields"].as_object().unwrap().iter();
            let specs =
                fields.map(|(name, node)| Some((&**name, spec_from_notation(node, dynamic)?)));
            Spec::object(specs.collect::<Option<Vec<_>>>()?)
        }
        "tuple" => {
            let items = node["items"].as_array().unwrap().iter();
            let specs = items.map(|node| spec_from_notation(node, dynamic));
            Spec::tuple(specs.collect::<Option<Vec<_>>>()?)
        }
        "attr" => {
            let attr = AttrSpec::new(text("name"), type_from_notation(&node["type"]));
            if is_required { attr.required().into() } else { attr.into() }
        }
        "literal" => Spec::Literal(value_from_notation(&node["value"]).unwrap()),
        "label" => LabelSpec::new(count(&node["index"]).unwrap_or(0), text("name")).into(),
        "default" => part("primary")?.or(part("default")?),
        "block" => {
            let mut block = BlockSpec::new(text("block"), part("nested")?);
            block = if is_required { block.required() } else { block };
            if dynamic == Dynamic::Allowed { block.dynamic().into() } else { block.into() }
        }
        "block_list" => Spec::BlockList(blocks(node, dynamic)?.into()),
        "block_tuple" => Spec::BlockTuple(blocks(node, dynamic)?.into()),
        "block_set" => Spec::BlockSet(blocks(node, dynamic)?.into()),
        "block_map" => {
            let part = spec_from_notation(&node["nested"], dynamic)?;
            block_map(node, dynamic, part).into()
        }
        "block_attrs" => {
            let attrs = BlockAttrsSpec::new(text("block"), type_from_notation(&node["type"]));
            let attrs = if is_required { attrs.required() } else { attrs };
            if dynamic == Dynamic::Allowed { attrs.dynamic().into() } else { attrs.into() }
        }
        "block_object" => {
            let part = spec_from_notation(&node["nested"], dynamic)?;
            Spec::BlockObject(block_map(node, dynamic, part).into())
        }
        other => panic!("{other} is no kind of spec"),
    };
    Some(spec)
}

fn block_map(node: &Json, dynamic: Dynamic, nested: Spec) -> BlockMapSpec {
    let labels: Vec<_> = node["labels"].as_array().unwrap().iter().collect();
    let first = labels[0].as_str().unwrap();
    let map = BlockMapSpec::new(node["block"].as_str().unwrap(), first, nested);
    let map = labels[1..].iter().fold(map, |map, label| map.then_by(label.as_str().unwrap()));
    if dynamic == Dynamic::Allowed { map.dynamic() } else { map }
}

fn blocks(node: &Json, dynamic: Dynamic) -> Option<BlocksSpec> {
    let nested = spec_from_notation(&node["nested"], dynamic)?;
    let mut blocks = BlocksSpec::new(node["block"].as_str().unwrap(), nested);
    blocks = count(&node["min"]).into_iter().fold(blocks, BlocksSpec::min_items);
    // The reference takes a maximum of 0 as none.
    blocks =
        count(&node["max"]).filter(|max| *max > 0).into_iter().fold(blocks, BlocksSpec::max_items);
    Some(if dynamic == Dynamic::Allowed { blocks.dynamic() } else { blocks })
}

fn count(node: &Json) -> Option<usize> {
    node.as_u64().map(|count| count as usize)
}
