//! The names that the items of a folder mention.

use std::collections::HashSet;

use hcldyn::Traversal;
use hcldyn::body::{Attribute, Block, Body};
use hcldyn::cty::Step;

/// The names that expressions mention, such as `var.zone`, `local.name` and `data.http.api`.
#[derive(Debug, Default)]
pub(super) struct Mentions(HashSet<String>);

impl Mentions {
    /// Returns the names that the items of a body mention. A variable that only its own block mentions is left out.
    pub(super) fn of(body: &Body) -> Self {
        let content = body.everything();
        let mut all = Self::default();
        all.add_attributes(&content.attributes);
        for block in &content.blocks {
            let mut found = Self::default();
            found.add_block(block);
            if block.ty == *"variable"
                && let Some(label) = block.labels.first()
            {
                found.0.remove(&format!("var.{}", label.value));
            }
            all.0.extend(found.0);
        }
        all
    }

    /// Returns `true` if a name is mentioned.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Adds the names in a block. The recursion is bounded by the parser's nesting limit.
    fn add_block(&mut self, block: &Block) {
        let content = block.body.everything();
        self.add_attributes(&content.attributes);
        content.blocks.iter().for_each(|inner| self.add_block(inner));
    }

    fn add_attributes(&mut self, attributes: &[Attribute]) {
        let found = attributes.iter().flat_map(|attribute| attribute.expr.variables());
        self.0.extend(found.filter_map(|traversal| name_of(&traversal)));
    }
}

/// Returns the name of the declaration that a reference begins with.
fn name_of(traversal: &Traversal) -> Option<String> {
    let root = traversal.root();
    let count = if matches!(root, "data" | "ephemeral") { 2 } else { 1 };
    let mut name = root.to_owned();
    for step in traversal.steps().get(..count)? {
        let Step::Attr(part) = step else { return None };
        name = format!("{name}.{part}");
    }
    Some(name)
}
