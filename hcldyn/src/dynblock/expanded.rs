//! A whole body with its `dynamic` blocks expanded.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Budget, Check, DYNAMIC, Generator, Leftover, Site, block_schema, diags};
use crate::body::{self, Attribute, Block, BlockSchema, Body, BodySchema, BodySource, Content};
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::Place;

/// The body with its `dynamic` blocks expanded, at any depth. Every block type that is asked for may be
/// generated; generated blocks stand where their `dynamic` block does.
///
/// Nothing happens before the body is asked for its content, and what is wrong is reported then.
/// `for_each` and `labels` are evaluated in `ctx`; the attributes in whatever context the caller
/// evaluates them, and see the iterators besides (reference: `dynblock.Expand`).
///
/// ```
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
/// use hcldyn::{Diagnostics, EvalContext, Type, dynblock, parse_body, source::Source};
///
/// let text = "dynamic \"rule\" {\n  for_each = [\"a\", \"b\"]\n  content {\n    name = rule.value\n  }\n}\n";
/// let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
/// let body = dynblock::expand(&parse_body(&Source::new("a.hcl", text), &mut diags), &ctx);
///
/// let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
/// let rules = decode(&body, &Spec::BlockList(BlocksSpec::new("rule", rule).into()), &ctx, &mut diags);
/// assert!(diags.is_empty());
/// assert_eq!(rules.elements().len(), 2);
/// ```
pub fn expand(body: &Body, ctx: &EvalContext) -> Body {
    Body::new(Expanded::new(body, Rules { ctx: ctx.clone(), check: None }))
}

/// The body with its `dynamic` blocks expanded as [`expand`] does, and every collection checked first:
/// `check` is given the value of `for_each`, which may be null, unknown or marked, and its expression.
/// Where it reports an error, that `dynamic` block generates nothing (reference:
/// `dynblock.OptCheckForEach`).
///
/// ```
/// use hcldyn::body::{BlockSchema, BodySchema};
/// use hcldyn::{Diagnostic, Diagnostics, EvalContext, dynblock, parse_body, source::Source};
///
/// let text = "dynamic \"rule\" {\n  for_each = [1, 2, 3]\n  content {}\n}\n";
/// let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// let body = dynblock::expand_checked(&body, &ctx, |collection, expr, diags| {
///     if collection.elements().len() > 2 {
///         diags.push(Diagnostic::error(expr.place(), "Too long", "At most 2 rules, please."));
///     }
/// });
/// let rule = BlockSchema { ty: "rule".into(), labels: vec![] };
/// body.content(&BodySchema { blocks: vec![rule], ..BodySchema::default() }, &mut diags);
/// assert_eq!(diags.to_string(), "a.hcl:2:14: Too long; At most 2 rules, please.");
/// ```
pub fn expand_checked<F>(body: &Body, ctx: &EvalContext, check: F) -> Body
where
    F: Fn(&Value, &Expression, &mut Diagnostics) + Send + Sync + 'static,
{
    Body::new(Expanded::new(body, Rules { ctx: ctx.clone(), check: Some(Box::new(check)) }))
}

/// A body whose `dynamic` blocks are expanded when it is asked.
#[derive(Debug)]
struct Expanded {
    inner: Body,
    rules: Arc<Rules>,
    /// What is left for this body and those in it. The outermost body has none: each question to it
    /// is a decoding of its own.
    budget: Option<Arc<Budget>>,
}

/// How the `dynamic` blocks of a body and of those in it are expanded.
struct Rules {
    ctx: EvalContext,
    check: Option<Box<Check>>,
}

impl Expanded {
    fn new(body: &Body, rules: Rules) -> Self {
        Self { inner: body.clone(), rules: Arc::new(rules), budget: None }
    }

    /// What a question to the inner body gives, with the `dynamic` blocks expanded where they stand.
    /// Those for types that the schema does not name go to `other`.
    fn expanded(
        &self,
        schema: &BodySchema,
        diags: &mut Diagnostics,
        ask: impl FnOnce(&Body, &BodySchema, &mut Diagnostics) -> Content,
        other: impl Fn(&Block, &mut Diagnostics),
    ) -> Content {
        let mut asked = schema.clone();
        asked.blocks.retain(|block| block.ty != *DYNAMIC);
        asked.blocks.push(block_schema());
        let mut content = ask(&self.inner, &asked, diags);
        let fresh = || Arc::new(Budget::new(self.rules.ctx.limits().generated_blocks));
        let budget = self.budget.clone().unwrap_or_else(fresh);
        let mut blocks = Vec::with_capacity(content.blocks.len());
        for block in content.blocks {
            if block.ty != *DYNAMIC {
                blocks.push(self.wrap(block, &budget));
                continue;
            }
            match target(schema, &block) {
                Some(target) => self.generate(block, target, &budget, &mut blocks, diags),
                None => other(&block, diags),
            }
        }
        content.blocks = blocks;
        content
    }

    fn generate(
        &self,
        dynamic: Block,
        target: &BlockSchema,
        budget: &Arc<Budget>,
        blocks: &mut Vec<Block>,
        diags: &mut Diagnostics,
    ) {
        let check = self.rules.check.as_deref();
        let site = Site { ctx: &self.rules.ctx, budget, check };
        let Some(generator) = Generator::new(dynamic, target, site, diags) else { return };
        blocks.reserve(generator.count() as usize);
        // It only breaks at the limit, where there is nothing more to do either.
        let _ = generator.each(site, diags, |block, _| {
            blocks.push(self.wrap(block, budget));
            ControlFlow::Continue(())
        });
    }

    /// The block with the `dynamic` blocks inside it expanded too.
    fn wrap(&self, mut block: Block, budget: &Arc<Budget>) -> Block {
        let inner = block.body;
        let iteration = inner.iteration().cloned();
        let (rules, budget) = (Arc::clone(&self.rules), Some(Arc::clone(budget)));
        block.body = Body::new(Self { inner, rules, budget });
        if let Some(iteration) = &iteration {
            block.body = block.body.in_iteration(iteration);
        }
        block
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("ctx", &self.ctx).finish_non_exhaustive()
    }
}

impl BodySource for Expanded {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let types = schema.blocks.iter().map(|known| &known.ty);
        let types = types.filter(|ty| **ty != *DYNAMIC && schema.may_offer(ty));
        let unexpected = |block: &Block, diags: &mut Diagnostics| {
            let problem = diags::not_generated(block, types.clone());
            diags.push(body::diags::unexpected(schema, problem));
        };
        self.expanded(schema, diags, Body::content, unexpected)
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.expanded(schema, diags, Body::only, |_, _| ())
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let taken = schema.blocks.iter().map(|known| known.ty.clone());
        let inner = Leftover::body(self.inner.remain(schema), taken.collect());
        Body::new(Self { inner, rules: Arc::clone(&self.rules), budget: self.budget.clone() })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        self.inner.just_attributes(diags)
    }

    fn missing_item_place(&self) -> Place {
        self.inner.missing_item_place()
    }
}

/// What a `dynamic` block generates, if the schema names it. It cannot generate `dynamic` blocks.
fn target<'a>(schema: &'a BodySchema, dynamic: &Block) -> Option<&'a BlockSchema> {
    let ty = &dynamic.labels.first()?.value;
    schema.block(ty).filter(|block| block.ty != *DYNAMIC)
}
