//! The blocks that a `dynamic` block generates, after its label.

use hcldyn_core::Diagnostics;
use hcldyn_core::body::Block;
use hcldyn_core::cty::Value;
use hcldyn_core::ext::dynblock::Expansion;

use super::{HintKind, Hints, MAX_TOO_LONG};
use crate::ide::tree::Item;
use crate::ide::values::{
    PANICKED, Scopes, TOO_LONG, block_of, code, shown, took_too_long, unless_panics,
};

/// The maximum number of blocks whose labels or keys are shown.
const MAX_NAMED: usize = 5;

/// The maximum number of blocks in a list of all.
const MAX_LISTED: usize = 100;

/// The maximum number of bytes of a key.
const MAX_KEY: usize = 30;

impl<'a> Hints<'a> {
    /// Adds the number of the blocks that a `dynamic` block generates, with their labels or keys.
    pub(super) fn add_blocks(&mut self, item: &'a Item, scopes: &Scopes) {
        let [scope] = &*scopes.first else { return };
        let Some(dynamic) = block_of(&scope.body, item).filter(|_| scopes.count == 1) else {
            return;
        };
        // In JSON syntax, the label is without its quotes.
        let offset = item.header().range().end + usize::from(self.file.is_json());
        let header = dynamic.body.attribute("for_each");
        let is_secret = |range| self.evaluated.is_secret(&self.file.source, &range);
        if header.is_some_and(|it| is_secret(it.expr.span().range())) {
            return;
        }
        if self.too_long >= MAX_TOO_LONG {
            return self.push(offset, format!(" {TOO_LONG}"), HintKind::Blocks);
        }
        let mut diags = Diagnostics::new();
        let expansion = Expansion::new(&scope.ctx);
        let generate = || expansion.generate(&dynamic, &mut diags);
        let Some(blocks) = self.share(|| unless_panics(generate)) else {
            return self.push(offset, format!(" {PANICKED}"), HintKind::Blocks);
        };
        if took_too_long(&diags) {
            self.too_long += 1;
            return self.push(offset, format!(" {TOO_LONG}"), HintKind::Blocks);
        }
        let Some(blocks) = blocks.filter(|_| !diags.has_errors()) else { return };
        self.push(offset, format!(" {}", text(&blocks)), HintKind::Blocks);
    }
}

fn text(blocks: &[Block]) -> String {
    if blocks.iter().any(|block| block.body.is_unknown()) {
        return "number of blocks not known".to_owned();
    }
    let count = match blocks.len() {
        0 => return "no blocks".to_owned(),
        1 => "1 block".to_owned(),
        count => format!("{count} blocks"),
    };
    let mut names: Vec<_> = blocks.iter().take(MAX_NAMED).filter_map(name).collect();
    if blocks.len() > MAX_NAMED {
        names.push("…".to_owned());
    }
    format!("{count}: {}", names.join(", "))
}

/// Returns the labels or the keys of blocks as a list in Markdown; `None` if they are not known, or there are none.
pub(super) fn list(blocks: &[Block]) -> Option<String> {
    if blocks.is_empty() || blocks.iter().any(|block| block.body.is_unknown()) {
        return None;
    }
    let names = blocks.iter().take(MAX_LISTED).filter_map(name);
    let mut lines: Vec<_> = names.map(|name| format!("- {}\n", code(&name))).collect();
    if blocks.len() > MAX_LISTED {
        lines.push(format!("- … ({} blocks)\n", blocks.len()));
    }
    Some(lines.concat())
}

/// Returns the labels of a generated block, or its key if it has none.
fn name(block: &Block) -> Option<String> {
    let labels: Vec<_> = block
        .labels
        .iter()
        .map(|label| shown::line(&Value::from(label.value.clone()), MAX_KEY))
        .collect();
    if !labels.is_empty() {
        return Some(labels.join(" "));
    }
    let (_, iterator) = block.body.iterators().pop()?;
    let marks = block.body.marks().cloned().unwrap_or_default();
    Some(shown::line(&iterator.get("key")?.clone().with_marks(&marks), MAX_KEY))
}
