//! Specs from the notation of `tests/vectors/dynblock.json` and `specs.json`.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::cty::Value;
use hcldyn::diag::Diagnostic;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Expression, functions, parse_expression};
use serde_json::Value as Json;

use crate::vectors::{type_from_notation, value_from_notation};

/// The treatment of `dynamic` blocks by block specs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dynamic {
    /// `dynamic` blocks may generate blocks.
    Allowed,
    /// `dynamic` blocks are unexpected.
    Refused,
}

/// A spec in the notation.
pub fn spec_from_notation(node: &Json, dynamic: Dynamic) -> Spec {
    let text = |name: &str| node[name].as_str().unwrap();
    let part = |name: &str| spec_from_notation(&node[name], dynamic);
    let is_required = node["required"] == true;
    match text("kind") {
        "object" => {
            let fields = node["fields"].as_object().into_iter().flatten();
            Spec::object(fields.map(|(name, node)| (&**name, spec_from_notation(node, dynamic))))
        }
        "tuple" => {
            let items = node["items"].as_array().into_iter().flatten();
            Spec::tuple(items.map(|node| spec_from_notation(node, dynamic)))
        }
        "attr" => {
            let attr = AttrSpec::new(text("name"), type_from_notation(&node["type"]));
            if is_required { attr.required().into() } else { attr.into() }
        }
        "literal" => Spec::Literal(value_from_notation(&node["value"]).unwrap()),
        "label" => LabelSpec::new(count(&node["index"]).unwrap_or(0), text("name")).into(),
        "default" => part("primary").or(part("default")),
        "block" => {
            let mut block = BlocksSpec::new(text("block"), part("nested"));
            block = if is_required { block.required() } else { block };
            if dynamic == Dynamic::Allowed { block.dynamic().into() } else { block.into() }
        }
        "block_list" => Spec::from(blocks(node, dynamic).list()),
        "block_tuple" => Spec::from(blocks(node, dynamic).tuple()),
        "block_set" => Spec::from(blocks(node, dynamic).set()),
        "block_map" => block_map(node, dynamic, BlocksSpec::map).into(),
        "block_attrs" => {
            let attrs = BlocksSpec::attributes(text("block"), type_from_notation(&node["type"]));
            let attrs = if is_required { attrs.required() } else { attrs };
            if dynamic == Dynamic::Allowed { attrs.dynamic().into() } else { attrs.into() }
        }
        "block_object" => block_map(node, dynamic, BlocksSpec::object).into(),
        "expr" => Spec::Expr(expression(node)),
        _ => wrapped(node, part("wrapped")),
    }
}

/// A spec around another one.
fn wrapped(node: &Json, inner: Spec) -> Spec {
    let text = |name: &str| node[name].as_str().unwrap();
    match text("kind") {
        "transform_expr" => {
            let ctx = EvalContext::new().with_functions(functions::all());
            inner.transform_expr(text("variable"), expression(node), ctx)
        }
        "transform_func" => {
            let named = functions::all().find(|(name, _)| *name == text("function"));
            inner.transform(named.unwrap().1)
        }
        "refine" => {
            let prefix = node["prefix"].as_str().unwrap_or_default().to_owned();
            inner.refine(move |value| {
                if prefix.is_empty() {
                    value.not_null()
                } else {
                    value.not_null().whole_prefix(&*prefix)
                }
            })
        }
        "validate" => {
            let refused = Value::from(text("refuse"));
            inner.validate(move |decoded, diags| {
                if *decoded.value.unmarked() == refused {
                    let place = decoded.origin.place.clone();
                    diags.push(Diagnostic::error(place, "Refused", "This text is."));
                }
            })
        }
        other => panic!("{other} is no kind of spec"),
    }
}

fn expression(node: &Json) -> Expression {
    parse_expression(&Source::new("spec", node["expr"].as_str().unwrap()), &mut Diagnostics::new())
        .unwrap()
}

fn block_map<'a>(
    node: &'a Json,
    dynamic: Dynamic,
    collected: fn(BlocksSpec, &'a str) -> BlocksSpec,
) -> BlocksSpec {
    let nested = spec_from_notation(&node["nested"], dynamic);
    let labels: Vec<_> = node["labels"].as_array().unwrap().iter().collect();
    let first = labels[0].as_str().unwrap();
    let map = collected(BlocksSpec::new(node["block"].as_str().unwrap(), nested), first);
    let map = labels[1..].iter().fold(map, |map, label| map.then_by(label.as_str().unwrap()));
    if dynamic == Dynamic::Allowed { map.dynamic() } else { map }
}

fn blocks(node: &Json, dynamic: Dynamic) -> BlocksSpec {
    let nested = spec_from_notation(&node["nested"], dynamic);
    let mut blocks = BlocksSpec::new(node["block"].as_str().unwrap(), nested);
    blocks = count(&node["min"]).into_iter().fold(blocks, BlocksSpec::min_items);
    // The reference takes a maximum of 0 for no maximum.
    blocks =
        count(&node["max"]).filter(|max| *max > 0).into_iter().fold(blocks, BlocksSpec::max_items);
    if dynamic == Dynamic::Allowed { blocks.dynamic() } else { blocks }
}

fn count(node: &Json) -> Option<usize> {
    node.as_u64().map(|count| count as usize)
}
