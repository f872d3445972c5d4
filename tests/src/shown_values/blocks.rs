//! Hints of `dynamic` blocks, compared with the blocks that `hcldyn expand` writes in their place.

use hcldyn::body::{Attribute, Block, Body};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_core::internal::to_hcl_line;
use hcldyn_lsp::ide::{Hint, HintKind};

use super::files::{FileComparison, is_plain};

/// The number of iterations whose values a hint shows, and the maximum number of bytes of all of them.
const ITERATIONS: usize = 5;
const MAX_VALUE: usize = 60;

/// The hints of a file.
pub(super) struct Blocks<'a> {
    pub(super) source: &'a Source,
    pub(super) hints: &'a [Hint],
    /// The names that expressions see.
    pub(super) ctx: &'a EvalContext,
    pub(super) found: &'a mut FileComparison,
}

impl Blocks<'_> {
    /// Compares the hints of the `dynamic` blocks in a body, and in the blocks inside it, with the expanded body.
    pub(super) fn compare(&mut self, body: &Body, expanded: &Body) {
        let (written, expanded) = (blocks_of(body), blocks_of(expanded));
        let mut rest = &expanded[..];
        for block in &written {
            let count = match (block.ty.as_str(), &*block.labels) {
                ("dynamic", [ty]) => self.dynamic(block, &ty.value, rest),
                _ => {
                    if let Some(same) = rest.first().filter(|it| it.ty == block.ty) {
                        self.compare(&block.body, &same.body);
                    }
                    1
                }
            };
            rest = rest.get(count..).unwrap_or_default();
        }
        if !rest.is_empty() {
            self.differ(&format!("{} more blocks were written than hints show", rest.len()));
        }
    }

    /// Compares the hints of a `dynamic` block. Returns the number of blocks in its place.
    fn dynamic(&mut self, block: &Block, ty: &str, rest: &[Block]) -> usize {
        let name = block.header_place();
        let is_here = |hint: &&Hint| {
            hint.kind == HintKind::Blocks && name.span().range().end.abs_diff(hint.offset) <= 1
        };
        let hint = self.hints.iter().find(is_here).map(|hint| hint.text.trim().to_owned());
        let is_left = |it: &&Block| it.ty == *"dynamic" && it.labels[0].value == *ty;
        if rest.first().is_some_and(|it| is_left(&it)) {
            // Its number may be known, although its content is not.
            self.found.leave_out("a dynamic block that is not expanded");
            return 1;
        }
        self.found.blocks += 1;
        let count = hint.as_deref().and_then(count_of);
        let Some(count) = count else {
            self.differ(&format!("{name}: expands, and shows {hint:?}"));
            return rest.iter().take_while(|it| it.ty == *ty).count();
        };
        let generated = rest.get(..count).unwrap_or_default();
        if generated.len() < count || generated.iter().any(|it| it.ty != *ty) {
            self.differ(&format!("{name}: shows {hint:?}, which are not written"));
            return count;
        }
        self.labels(block, generated, hint.as_deref().unwrap_or_default());
        let content = block.body.everything().blocks.into_iter().find(|it| it.ty == *"content");
        for attribute in content.iter().flat_map(|it| it.body.everything().attributes) {
            self.values(&attribute, generated);
        }
        count
    }

    /// Compares the labels in a hint with those of the generated blocks.
    fn labels(&mut self, block: &Block, generated: &[Block], hint: &str) {
        let labels = |block: &Block| {
            let labels = block.labels.iter().map(|it| it.value.to_string().into());
            let labels = labels.map(|label| to_hcl_line(&label, usize::MAX).unwrap_or_default());
            labels.collect::<Vec<_>>().join(" ")
        };
        let wanted: Vec<_> = generated.iter().take(ITERATIONS).map(labels).collect();
        let is_short = wanted.iter().all(|it| !it.is_empty() && it.len() < 30);
        if is_short && !hint.contains(&wanted.join(", ")) {
            self.differ(&format!("{}: shows {hint}, not {wanted:?}", block.header_place()));
        }
    }

    /// Compares the hint of an attribute with the values in the generated blocks.
    fn values(&mut self, attribute: &Attribute, generated: &[Block]) {
        let end = attribute.expr.span().range().end;
        let hint = self.hints.iter().find(|it| it.kind == HintKind::Value && it.offset == end);
        let most = MAX_VALUE / generated.len().clamp(1, ITERATIONS);
        let value = |block: &Block| {
            let mut diags = Diagnostics::new();
            let value = block.body.attribute(&attribute.name)?.expr.value(self.ctx, &mut diags);
            to_hcl_line(&value, most).filter(|_| !diags.has_errors() && value.is_known())
        };
        let values = generated.iter().take(ITERATIONS).map(value);
        let Some(mut values) = values.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
        else {
            return self.found.leave_out("a long or unknown value in a generated block");
        };
        if is_plain(&attribute.expr) && hint.is_none() {
            return self.found.leave_out("a constant");
        }
        if generated.len() > ITERATIONS {
            values.push("…".to_owned());
        } else if values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        }
        let wanted = format!(" = {}", values.join(" | "));
        self.found.generated += 1;
        if hint.is_none_or(|hint| hint.text != wanted) {
            let place = attribute.name_place();
            self.differ(&format!("{place}: expands to {wanted:?}, and shows {hint:?}"));
        }
    }

    fn differ(&mut self, text: &str) {
        self.found.differences.push(format!("{}: {text}", self.source.name()));
    }
}

/// Returns the blocks of a body in source order.
fn blocks_of(body: &Body) -> Vec<Block> {
    let mut blocks = body.everything().blocks;
    blocks.sort_by_key(|block| block.type_place().span().start);
    blocks
}

/// Returns the number of blocks that a hint shows.
fn count_of(hint: &str) -> Option<usize> {
    let (count, rest) = hint.split_once(' ')?;
    match count {
        "no" if rest == "blocks" => Some(0),
        _ => count.parse().ok(),
    }
}
