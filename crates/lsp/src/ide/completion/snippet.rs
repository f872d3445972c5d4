//! Snippets: items with places to fill in.

use hcldyn_core::cty::Type;
use hcldyn_core::spec::outline::{
    Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};

use super::escaped;
use crate::ide::outline::labels_of;

/// The maximum number of nested required blocks that a snippet fills.
const MAX_DEPTH: usize = 4;

/// Returns a value to fill in, with a place of this number.
pub(super) fn value(attribute: &OutlineAttribute, number: usize) -> String {
    match attribute.value.ty() {
        Type::String => format!("\"${{{number}}}\""),
        Type::Bool => format!("${{{number}|true,false|}}"),
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => format!("[${{{number}}}]"),
        Type::Map(_) | Type::Object(_) => format!("{{ ${{{number}}} \\}}"),
        _ => format!("${{{number}}}"),
    }
}

/// Returns a block with its required items.
pub(super) fn block(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
    let mut snippet = Snippet { outline, text: ty.names.name.to_string(), next: 1 };
    snippet.block(block, ty, 0);
    snippet.text
}

/// Returns the content of a block in JSON syntax with its required items.
pub(super) fn json_block(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
    let mut snippet = Snippet { outline, text: String::new(), next: 1 };
    snippet.json_block(block, ty, 0);
    snippet.text
}

/// A block with its required items, to fill in.
struct Snippet<'o> {
    outline: &'o Outline,
    text: String,
    /// The number of the next place.
    next: usize,
}

impl<'o> Snippet<'o> {
    /// Adds a block after its type.
    fn block(&mut self, block: &OutlineBlock, ty: &'o OutlineBlockType, depth: usize) {
        for label in labels_of(self.outline, block, ty) {
            let (name, number) = (escaped(&label.name), self.number());
            self.text += &format!(" \"${{{number}:{name}}}\"");
        }
        self.text += " {\n";
        let inside = "  ".repeat(depth + 1);
        for attribute in self.required_attributes(ty) {
            let value = value(attribute, self.number());
            self.text += &format!("{inside}{} = {value}\n", attribute.names.name);
        }
        for (block, ty) in self.required_blocks(ty, depth) {
            self.text += &format!("{inside}{}", ty.names.name);
            self.block(block, ty, depth + 1);
            self.text.push('\n');
        }
        if depth == 0 {
            self.text += "  $0\n";
        }
        self.text += &"  ".repeat(depth);
        self.text.push('}');
    }

    /// Adds the value of the property of a block.
    fn json_block(&mut self, block: &OutlineBlock, ty: &'o OutlineBlockType, depth: usize) {
        let labels = labels_of(self.outline, block, ty);
        for label in &labels {
            let (name, number) = (escaped(&label.name), self.number());
            self.text += &format!("{{ \"${{{number}:{name}}}\": ");
        }
        self.text.push('{');
        let inside = "  ".repeat(depth + 1);
        let mut separator = "\n";
        for attribute in self.required_attributes(ty) {
            let value = value(attribute, self.number());
            self.text += &format!("{separator}{inside}\"{}\": {value}", attribute.names.name);
            separator = ",\n";
        }
        for (block, ty) in self.required_blocks(ty, depth) {
            self.text += &format!("{separator}{inside}\"{}\": ", ty.names.name);
            self.json_block(block, ty, depth + 1);
            separator = ",\n";
        }
        if depth == 0 {
            self.text += "$0";
        }
        self.text += &format!("\n{}\\}}", "  ".repeat(depth));
        self.text += &" \\}".repeat(labels.len());
    }

    fn required_attributes(
        &self,
        ty: &OutlineBlockType,
    ) -> impl Iterator<Item = &'o OutlineAttribute> + use<'o> {
        let body = match ty.content {
            OutlineContent::Body(id) => Some(self.outline.body(id)),
            OutlineContent::Attributes(_) => None,
        };
        body.into_iter().flat_map(|body| &body.attributes).filter(|it| it.is_required)
    }

    /// Returns the required blocks, unless there are too many around them.
    fn required_blocks(
        &self,
        ty: &OutlineBlockType,
        depth: usize,
    ) -> impl Iterator<Item = (&'o OutlineBlock, &'o OutlineBlockType)> + use<'o> {
        let body = match ty.content {
            OutlineContent::Body(id) if depth < MAX_DEPTH => Some(self.outline.body(id)),
            _ => None,
        };
        let required = body.into_iter().flat_map(|body| &body.blocks).filter(|it| it.is_required());
        required.filter_map(|block| Some((block, block.types.first()?)))
    }

    fn number(&mut self) -> usize {
        let number = self.next;
        self.next += 1;
        number
    }
}
