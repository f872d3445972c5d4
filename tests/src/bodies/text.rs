//! What stands where in the text of a case, and what its spec names.

use std::ops::Range;

use serde_json::Value as Json;

use super::{Case, Problem, TextBlock};
use crate::vectors::{any_node, each_node};

impl TextBlock {
    /// Whether an offset is in the block.
    pub(super) fn covers(&self, offset: usize) -> bool {
        (self.start..self.end).contains(&offset)
    }

    /// Whether its collection was found to be so.
    pub(super) fn is(&self, found: &str) -> bool {
        self.for_each.iter().any(|it| it == found)
    }
}

impl Case {
    /// The block whose header begins at an offset.
    pub(super) fn block_at(&self, start: usize) -> Option<&TextBlock> {
        self.blocks.iter().find(|block| block.start == start)
    }

    /// The blocks around an offset, outermost first.
    pub(super) fn around(&self, offset: usize) -> impl Iterator<Item = &TextBlock> {
        self.blocks.iter().filter(move |block| block.covers(offset))
    }

    /// The blocks right in the body that begins at an offset.
    pub(super) fn blocks_in(&self, body: usize) -> impl Iterator<Item = &TextBlock> {
        self.blocks.iter().filter(move |block| self.body_around(block) == body)
    }

    /// The `dynamic` blocks whose collection was found to be so.
    pub(super) fn blocks_of<'a>(&'a self, found: &'a str) -> impl Iterator<Item = &'a TextBlock> {
        self.blocks.iter().filter(move |block| block.is(found))
    }

    /// The block right around another one.
    pub(super) fn parent(&self, inner: &TextBlock) -> Option<&TextBlock> {
        self.blocks.iter().rev().find(|it| it.start < inner.start && inner.end < it.end)
    }

    /// The blocks in the same body, itself among them.
    pub(super) fn siblings(&self, block: &TextBlock) -> impl Iterator<Item = &TextBlock> {
        self.blocks_in(self.body_around(block))
    }

    /// The text of the body that begins at an offset.
    pub(super) fn body_at(&self, start: usize) -> &str {
        let end = self.blocks.iter().find(|block| block.body == start).map(|block| block.end);
        &self.text[start..end.unwrap_or(self.text.len())]
    }

    /// Where the body begins that a block is in.
    pub(super) fn body_around(&self, block: &TextBlock) -> usize {
        self.parent(block).map_or(0, |parent| parent.body)
    }

    pub(super) fn is_dynamic(&self, block: &TextBlock) -> bool {
        match &block.header {
            Some(header) => header.starts_with("dynamic"),
            None => self.text[block.start..].starts_with("dynamic"),
        }
    }

    /// Whether a block is in one that is generated from an unknown collection, or is one.
    pub(super) fn is_in_unknown(&self, block: &TextBlock) -> bool {
        self.around(block.start).any(|it| it.is("unknown"))
    }

    /// Whether an offset is in the body of a block in this one.
    pub(super) fn in_content(&self, block: &TextBlock, offset: usize) -> bool {
        self.blocks_in(block.body).any(|inner| (inner.body..inner.end).contains(&offset))
    }

    /// The type of a block, of a `dynamic` one the type that it generates.
    pub(super) fn type_of<'a>(&'a self, block: &'a TextBlock) -> &'a str {
        let header = block.header.as_deref().unwrap_or(&self.text[block.start..]);
        let mut words = header.split_whitespace();
        let ty = words.next().unwrap_or_default();
        if ty == "dynamic" { words.next().unwrap_or_default().trim_matches('"') } else { ty }
    }

    /// Whether an offset is in a `dynamic` block.
    pub(super) fn in_dynamic(&self, offset: usize) -> bool {
        self.around(offset).any(|block| self.is_dynamic(block))
    }

    /// The `dynamic` blocks of which labels were refused, of marked collections.
    pub(super) fn with_marked_labels(&self) -> impl Iterator<Item = &TextBlock> {
        let is_one = |problem: &Problem, block: &TextBlock| {
            problem.about == "Invalid label" && problem.start.is_some_and(|it| block.covers(it))
        };
        self.blocks_of("marked")
            .filter(move |block| self.found.errors().iter().any(|found| is_one(found, block)))
    }

    /// Whether blocks of the type of this one are somewhere decoded as attributes.
    pub(super) fn is_of_attributes(&self, block: &TextBlock) -> bool {
        let ty = self.type_of(block);
        self.has_spec(&|spec| spec["kind"] == "block_attrs" && spec["block"] == ty)
    }

    /// Whether an offset is in a block of attributes, in or of a `dynamic` block.
    pub(super) fn in_generated_attributes(&self, offset: usize) -> bool {
        let around: Vec<_> = self.around(offset).collect();
        let own = around.iter().rev().find(|block| self.type_of(block) != "content");
        self.in_dynamic(offset) && own.is_some_and(|block| self.is_of_attributes(block))
    }

    /// Returns `true` if an error starts inside a range of the text.
    pub(super) fn has_error_in(&self, range: &Range<usize>) -> bool {
        self.found.errors().iter().filter_map(|it| it.start).any(|start| range.contains(&start))
    }

    /// Returns `true` if an error starts inside a `dynamic` block.
    pub(super) fn has_error_in_dynamic(&self) -> bool {
        self.found.errors().iter().filter_map(|it| it.start).any(|start| self.in_dynamic(start))
    }

    /// Whether the variable `v0` is hidden by an iterator of that name.
    pub(super) fn has_iterator_v0(&self) -> bool {
        let squeezed: String = self.text.split_whitespace().collect();
        squeezed.contains(if self.is_json { "\"iterator\":\"v0\"" } else { "iterator=v0" })
    }

    /// The name of the attribute whose expression begins at an offset.
    pub(super) fn attribute_before(&self, offset: usize) -> &str {
        if self.is_json {
            let before = self.text[..offset].trim_end_matches([' ', ':', '"']);
            return before.rsplit('"').next().unwrap_or_default();
        }
        let line = self.text[..offset].lines().last().unwrap_or_default();
        line.split('=').next().unwrap_or_default().trim()
    }

    /// Whether something is made of decoded values, or these are checked.
    pub(super) fn hands_on(&self) -> bool {
        self.has_spec(&|spec| spec["wrapped"].is_object())
    }

    /// Whether blocks of a type are somewhere decoded as a map or object.
    pub(super) fn is_decoded_by_labels(&self, ty: &str) -> bool {
        self.has_spec(&|spec| spec["labels"].is_array() && spec["block"] == ty)
    }

    /// Whether the spec makes something of what may be a default, or checks it.
    pub(super) fn has_checked_default(&self) -> bool {
        self.has_spec(&|spec| spec["wrapped"]["kind"] == "default")
    }

    /// Whether the spec makes something of a value that cannot be made of each.
    pub(super) fn has_failing_transformation(&self) -> bool {
        const FAILING: &[&str] = &["it + 1", "it.nope", "nowhere", "\"${it}!\""];
        self.has_spec(&|spec| spec["expr"].as_str().is_some_and(|expr| FAILING.contains(&expr)))
    }

    /// Returns whether a variable holds a null with marks, its own or those of what it is in.
    pub(super) fn has_marked_null(&self) -> bool {
        let holds_null = |node: &Json| any_node(node, &|part| part["t"] == "null");
        any_node(&self.variables, &|node| node["marks"].is_array() && holds_null(node))
    }

    /// Returns whether a variable holds a set with an unknown element.
    pub(super) fn has_unknown_set(&self) -> bool {
        any_node(&self.variables, &|node| {
            node["t"] == "set" && any_node(&node["v"], &|element| element["t"] == "unknown")
        })
    }

    /// Returns whether the text or a variable contains a -0.
    pub(super) fn has_negative_zero(&self) -> bool {
        self.text.contains("-0") || any_node(&self.variables, &|node| node["v"] == "-0")
    }

    /// Whether a variable holds a set of 0 and -0.
    pub(super) fn has_both_zeros(&self) -> bool {
        any_node(&self.variables, &|node| {
            let elements = node["v"].as_array().map(Vec::as_slice).unwrap_or_default();
            let has = |zero: &str| elements.iter().any(|it| it.to_string().contains(zero));
            node["t"] == "set" && has(r#""v":"0""#) && has(r#""v":"-0""#)
        })
    }

    /// Whether the blocks around an offset, or all where there is none, are of a type whose spec has a
    /// part that is so.
    pub(super) fn has_blocks_with(&self, at: Option<usize>, is_so: &dyn Fn(&Json) -> bool) -> bool {
        let Some(at) = at else { return self.has_spec(is_so) };
        let mut types = self.around(at).map(|block| self.type_of(block));
        types.any(|ty| self.has_spec(&|spec| spec["block"] == ty && any_node(spec, is_so)))
    }

    /// The attributes that two specs of a body name, one of which requires them. The reference takes
    /// what a default stands for as two.
    pub(super) fn attributes_named_twice(&self) -> Vec<&str> {
        let mut twice = Vec::new();
        each_node(&self.spec, &mut |spec| {
            let mut named = Vec::new();
            attributes_of(spec, &mut named);
            twice.extend(named.iter().filter_map(|(name, is_required)| {
                let count = named.iter().filter(|(other, _)| name == other).count();
                (*is_required && count > 1).then_some(*name)
            }));
        });
        twice
    }

    /// Whether a part of the spec is so.
    pub(super) fn has_spec(&self, holds: &dyn Fn(&Json) -> bool) -> bool {
        any_node(&self.spec, holds)
    }
}

/// Whether a spec is a map or object of blocks with two labels.
pub(super) fn has_two_keys(spec: &Json) -> bool {
    spec["labels"].as_array().is_some_and(|labels| labels.len() > 1)
}

/// Returns whether a spec accepts values of any type.
pub(super) fn is_open(spec: &Json) -> bool {
    spec["type"].to_string().contains("dynamic\"") || spec["kind"] == "expr"
}

/// The attributes that a spec names in its body, and whether it requires them.
fn attributes_of<'a>(spec: &'a Json, named: &mut Vec<(&'a str, bool)>) {
    if spec["kind"] == "attr" {
        named.extend(spec["name"].as_str().map(|name| (name, spec["required"] == true)));
    }
    let fields = spec["fields"].as_object().into_iter().flat_map(|fields| fields.values());
    let items = spec["items"].as_array().into_iter().flatten();
    let others = ["primary", "primary", "default", "default", "wrapped"].map(|part| &spec[part]);
    let parts = fields.chain(items).chain(others).filter(|part| part.is_object());
    parts.for_each(|part| attributes_of(part, named));
}
