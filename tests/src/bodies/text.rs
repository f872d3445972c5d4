//! What stands where in the text of a case, and what its spec names.

use serde_json::Value as Json;

use super::{Case, TextBlock};

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
        self.blocks
            .iter()
            .filter(move |block| self.parent(block).map_or(body == 0, |parent| parent.body == body))
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
        self.blocks_in(self.parent(block).map_or(0, |parent| parent.body))
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

    /// Whether blocks of a type are somewhere decoded as attributes.
    pub(super) fn has_block_attrs(&self, ty: &str) -> bool {
        self.has_spec(&|spec| spec["kind"] == "block_attrs" && spec["block"] == ty)
    }

    /// Whether blocks of a type are somewhere decoded as a map or object.
    pub(super) fn is_decoded_by_labels(&self, ty: &str) -> bool {
        self.has_spec(&|spec| spec["labels"].is_array() && spec["block"] == ty)
    }

    /// Whether the spec checks what may be a default.
    pub(super) fn has_checked_default(&self) -> bool {
        self.has_spec(&|spec| spec["kind"] == "validate" && spec["wrapped"]["kind"] == "default")
    }

    /// Whether the spec refines a text by its prefix.
    pub(super) fn has_prefix(&self) -> bool {
        self.has_spec(&|spec| spec["prefix"].is_string())
    }

    /// Whether the spec makes something of a value that cannot be made of each.
    pub(super) fn has_failing_transformation(&self) -> bool {
        const FAILING: &[&str] = &["it + 1", "it.nope", "nowhere", "\"${it}!\""];
        self.has_spec(&|spec| spec["expr"].as_str().is_some_and(|expr| FAILING.contains(&expr)))
    }

    /// Whether a variable holds a null with marks.
    pub(super) fn has_marked_null(&self) -> bool {
        any_part(&self.variables, &|node| node["t"] == "null" && node["marks"].is_array())
    }

    /// Whether there is a map or object of blocks with two labels.
    pub(super) fn has_two_keys(&self) -> bool {
        self.has_spec(&|spec| spec["labels"].as_array().is_some_and(|labels| labels.len() > 1))
    }

    /// Whether two specs of a body name the same attribute, which one of them requires. The reference
    /// takes what a default stands for as two.
    pub(super) fn has_attribute_twice(&self) -> bool {
        self.has_spec(&|spec| {
            let mut named = Vec::new();
            attributes_of(spec, &mut named);
            named.iter().any(|(name, is_required)| {
                *is_required && named.iter().filter(|(other, _)| name == other).count() > 1
            })
        })
    }

    fn has_spec(&self, holds: &dyn Fn(&Json) -> bool) -> bool {
        any_part(&self.spec, holds)
    }
}

fn any_part(spec: &Json, holds: &dyn Fn(&Json) -> bool) -> bool {
    let parts = spec.as_array().into_iter().flatten();
    let fields = spec.as_object().into_iter().flat_map(|fields| fields.values());
    holds(spec) || parts.chain(fields).any(|part| any_part(part, holds))
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
