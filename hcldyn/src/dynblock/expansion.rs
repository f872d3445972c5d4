//! `dynamic` blocks that a program expands one at a time.

use super::{BlockBudget, Generator, GeneratorSite, block_schema};
use crate::body::{Block, BlockSchema, diags};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Span;

/// Expands `dynamic` blocks one at a time, for programs without a schema, or that decide for each block.
///
/// All blocks generated through one `Expansion` count towards the same
/// [`Limits::generated_blocks`](crate::Limits).
///
/// ```
/// use hcldyn::{Diagnostics, EvalContext, Value, dynblock, parse_body, source::Source};
///
/// let text = "dynamic \"rule\" {\n  for_each = [\"a\"]\n  labels = [rule.value]\n  content {}\n}\n";
/// let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
///
/// let expansion = dynblock::Expansion::new(&ctx);
/// let dynamic = &body.everything().blocks[0];
/// let rules = expansion.generate(dynamic, &mut diags).unwrap();
/// assert_eq!((&*rules[0].ty, &*rules[0].labels[0].value), ("rule", "a"));
///
/// let (name, iterator) = rules[0].body.iterators().pop().unwrap();
/// assert_eq!(name, "rule");
/// assert_eq!(iterator, Value::object([("key", Value::from(0)), ("value", Value::from("a"))]));
/// ```
#[derive(Debug)]
pub struct Expansion {
    ctx: EvalContext,
    budget: BlockBudget,
}

impl Expansion {
    /// Creates an expansion that evaluates `for_each` and `labels` in `ctx`.
    #[must_use]
    pub fn new(ctx: &EvalContext) -> Self {
        Self { ctx: ctx.clone(), budget: BlockBudget::new(ctx.limits().generated_blocks) }
    }

    /// Returns the blocks that a `dynamic` block generates, with the labels that it lists. An unknown collection
    /// gives one block, whose body [is unknown](crate::Body::is_unknown). The `dynamic` blocks inside the generated
    /// bodies stay as they are.
    ///
    /// Returns `None` after reporting one or more errors.
    pub fn generate(&self, dynamic: &Block, diags: &mut Diagnostics) -> Option<Vec<Block>> {
        let target = any_target(dynamic, diags)?;
        let site = GeneratorSite { ctx: &self.ctx, budget: &self.budget };
        let generator = Generator::new(dynamic.clone(), &target, site, diags)?;
        let mut blocks = Vec::new();
        diags.unless_errors(|diags| {
            generator.each(site, diags, |block, _| blocks.push(block));
        })?;
        (!generator.is_incomplete()).then_some(blocks)
    }
}

/// Returns the schema of the blocks that a `dynamic` block generates if any block type may be generated. The number
/// of labels is that in the `dynamic` block.
pub(super) fn any_target(dynamic: &Block, diags: &mut Diagnostics) -> Option<BlockSchema> {
    let schema = block_schema();
    if dynamic.labels.len() != schema.labels.len() {
        let body = dynamic.body.missing_item_place();
        let (start, text_end) = (body.span().start, body.source().text().len() as u32);
        let brace = body.source().place(Span::new(start, text_end.min(start + 1)));
        return diags.fail(diags::wrong_label_count(dynamic, &schema.labels, brace));
    }
    let header = dynamic.body.everything();
    let labels = header.attribute("labels");
    let count = labels.map_or(0, |labels| labels.expr.as_list().map_or(1, |list| list.len()));
    let labels = (1..=count).map(|number| Str::from(format!("label {number}"))).collect();
    Some(BlockSchema { ty: Str::new(super::diags::target_name(dynamic)), labels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::source::Source;
    use crate::syntax::native::parse_body;

    /// Returns the number of blocks that each `dynamic` block of a source generates, and the diagnostics.
    fn generated(text: &str, limit: u64) -> (Vec<Option<usize>>, String) {
        let limits = Limits { generated_blocks: limit, ..Limits::default() };
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t", text), &mut diags);
        let expansion = Expansion::new(&EvalContext::new().with_limits(limits));
        let blocks = body.everything().blocks;
        let counts =
            blocks.iter().map(|block| Some(expansion.generate(block, &mut diags)?.len())).collect();
        (counts, diags.to_string())
    }

    #[test]
    fn the_limit_is_that_of_all_blocks() {
        let text = "dynamic \"b\" {\n  for_each = [1, 2]\n  content {}\n}\n".repeat(2);
        assert_eq!(generated(&text, 4), (vec![Some(2), Some(2)], String::new()));
        let (counts, reported) = generated(&text, 3);
        assert_eq!(counts, [Some(2), None]);
        assert!(reported.starts_with("t:6:14: Too many generated blocks;"), "{reported}");
    }

    #[test]
    fn wrong_blocks_generate_nothing() {
        for header in ["dynamic {", "dynamic \"a\" \"b\" {", "dynamic \"b\" {\n labels = [null]"] {
            let text = format!("{header}\n  for_each = [1]\n  content {{}}\n}}\n");
            let (counts, reported) = generated(&text, 9);
            assert_eq!(counts, [None]);
            assert!(!reported.is_empty(), "{header}");
        }
    }
}
