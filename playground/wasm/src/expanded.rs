//! The configuration with the blocks that its `dynamic` blocks generate, and with values in place of expressions.

use hcldyn::body::{Attribute, Block, Body};
use hcldyn::ext::dynblock::Expansion;
use hcldyn::syntax::{Layout, to_hcl_literal};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_syntax::format::format;

/// The maximum length of the result, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Returns the items of a body in native syntax, in the canonical layout. An expression whose value is unknown or sensitive,
/// or can't be computed, stays as it is written, and so does a `dynamic` block.
pub(crate) fn expanded(body: &Body, ctx: &EvalContext) -> Result<String, String> {
    let (expansion, before) = (Expansion::new(ctx), Before::Start);
    let mut writer = Writer { ctx, expansion, written: String::new(), before };
    ctx.limits().share(|| writer.body(body));
    if writer.is_full() {
        return Err(format!("The expanded configuration has more than {MAX_BYTES} bytes."));
    }
    Ok(format(&writer.written))
}

struct Writer<'c> {
    ctx: &'c EvalContext,
    expansion: Expansion,
    written: String,
    before: Before,
}

/// The item before the next one in a body. An empty line separates blocks from others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    Attribute,
    Block,
}

impl Writer<'_> {
    fn is_full(&self) -> bool {
        self.written.len() > MAX_BYTES
    }

    fn body(&mut self, body: &Body) {
        let content = body.everything();
        let mut attributes = content.attributes.iter().peekable();
        for block in &content.blocks {
            let start = block.type_place().span().start;
            while let Some(attribute) = attributes.next_if(|it| it.expr.span().start < start) {
                self.attribute(attribute);
            }
            self.block(block);
        }
        attributes.for_each(|attribute| self.attribute(attribute));
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let mut unreported = Diagnostics::new();
        let value = attribute.expr.value(self.ctx, &mut unreported);
        let literal = (!unreported.has_errors()).then(|| to_hcl_literal(&value, Layout::Lines));
        let place = attribute.expr.place();
        let text = literal.flatten().unwrap_or_else(|| place.text().to_owned());
        if self.before == Before::Block {
            self.written.push('\n');
        }
        self.written += &format!("{} = {text}\n", attribute.name);
        self.before = Before::Attribute;
    }

    fn block(&mut self, block: &Block) {
        if self.is_full() {
            return;
        }
        if block.ty == *"dynamic" {
            let generated = self.expansion.generate(block, &mut Diagnostics::new());
            let is_known = |blocks: &Vec<Block>| blocks.iter().all(|it| !it.body.is_unknown());
            if let Some(blocks) = generated.filter(is_known) {
                return blocks.iter().for_each(|block| self.block(block));
            }
        }
        let labels = block.labels.iter().map(|label| label.value.clone().into());
        let labels: Vec<_> = labels.filter_map(|it| to_hcl_literal(&it, Layout::Line)).collect();
        if self.before != Before::Start {
            self.written.push('\n');
        }
        self.written += &format!("{} {} {{\n", block.ty, labels.join(" "));
        self.before = Before::Start;
        self.body(&block.body);
        self.written += "}\n";
        self.before = Before::Block;
    }
}
