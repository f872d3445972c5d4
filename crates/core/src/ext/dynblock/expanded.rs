//! A whole body with expanded `dynamic` blocks.

use std::sync::Arc;

use super::expansion::any_target;
use super::{BlockBudget, DYNAMIC, Generator, GeneratorSite, RestOfBody, block_schema, diags};
use crate::body::{
    self, Attribute, Block, BlockSchema, Body, BodySchema, BodySource, ByName, Content, Offer,
    Suggestions,
};
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::{Place, Span};

/// Expands the `dynamic` blocks of a body, at any depth. Every requested block type may be generated. Generated
/// blocks are in the position of their `dynamic` block.
///
/// The expansion happens, and reports its errors, when content is requested from the body. `for_each` and `labels`
/// are evaluated in `ctx`. Attributes are evaluated in the context of the caller, with the iterators added
/// (reference: `dynblock.Expand`). An expanded body is returned unchanged.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::ext::dynblock;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let text = "dynamic \"rule\" {\n  for_each = [\"a\", \"b\"]\n  content {\n    name = rule.value\n  }\n}\n";
/// let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
/// let body = dynblock::expand(&parse_body(&Source::new("a.hcl", text), &mut diags), &ctx);
///
/// let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
/// let rules = decode(&body, &Spec::from(BlocksSpec::new("rule", rule).list()), &ctx, &mut diags);
/// assert!(diags.is_empty());
/// assert_eq!(rules.elements().len(), 2);
/// ```
pub fn expand(body: &Body, ctx: &EvalContext) -> Body {
    // An expanded body has no `dynamic` blocks.
    if body.source_as::<Expanded>().is_some() {
        return body.clone();
    }
    body.shown_by(|inner| Expanded { inner, ctx: ctx.clone(), budget: None })
}

/// A body whose `dynamic` blocks are expanded on request.
#[derive(Debug)]
struct Expanded {
    inner: Body,
    ctx: EvalContext,
    /// The remaining budget for this body and the bodies in it. The outermost body has none, because each request
    /// to it is a separate decoding.
    budget: Option<Arc<BlockBudget>>,
}

/// The expansion of all `dynamic` blocks of a body, at any depth, for a decoding that reads the body item by item.
#[derive(Debug)]
pub(crate) struct FullExpansion {
    ctx: EvalContext,
    budget: Arc<BlockBudget>,
}

impl FullExpansion {
    /// Returns the body inside an expanded one, and its expansion.
    #[cfg(feature = "json")]
    pub(crate) fn of(body: &Body) -> Option<(&Body, Self)> {
        let expanded = body.source_as::<Expanded>()?;
        Some((&expanded.inner, Self { ctx: expanded.ctx.clone(), budget: expanded.budget() }))
    }

    /// Returns the context of its `dynamic` blocks.
    pub(crate) fn site(&self) -> GeneratorSite<'_> {
        GeneratorSite { ctx: &self.ctx, budget: &self.budget }
    }

    /// Wraps the body of a block, so that its `dynamic` blocks are expanded.
    pub(crate) fn wrap(&self, block: Block) -> Block {
        wrap(block, &self.ctx, &self.budget)
    }
}

fn wrap(mut block: Block, ctx: &EvalContext, budget: &Arc<BlockBudget>) -> Block {
    let (ctx, budget) = (ctx.clone(), Some(Arc::clone(budget)));
    block.body = block.body.shown_by(|inner| Expanded { inner, ctx, budget });
    block
}

impl Expanded {
    /// Requests content from the inner body, with the `dynamic` blocks expanded in place. `dynamic` blocks for
    /// types outside the schema go to `other`.
    fn expanded(
        &self,
        schema: &BodySchema,
        diags: &mut Diagnostics,
        ask: fn(&Body, &BodySchema, &mut Diagnostics) -> Content,
        other: &mut dyn FnMut(&Block, &mut Suggestions, &mut Diagnostics),
    ) -> Content {
        let mut asked = schema.clone();
        asked.blocks.retain(|block| block.ty != *DYNAMIC);
        if asked.blocks.is_empty() {
            // Nothing can be generated, so `dynamic` is never suggested.
            asked.hidden.push(DYNAMIC.clone());
        }
        asked.blocks.push(block_schema());
        let mut content = ask(&self.inner, &asked, diags);
        let budget = self.budget();
        let mut blocks = Vec::with_capacity(content.blocks.len());
        // `dynamic` blocks cannot generate `dynamic` blocks.
        asked.blocks.pop();
        let types = ByName::new(&asked.blocks, |known| &known.ty);
        for block in std::mem::take(&mut content.blocks) {
            if block.ty != *DYNAMIC {
                blocks.push(self.wrap(block, &budget));
                continue;
            }
            match types.get(diags::target_name(&block)) {
                Some(target) => {
                    let generated = diags.unless_errors(|diags| {
                        self.generate(block, (target, &asked), &budget, &mut blocks, diags);
                    });
                    content.is_complete &= generated.is_some();
                }
                None => other(&block, &mut content.suggestions, diags),
            }
        }
        content.blocks = blocks;
        content
    }

    /// Returns the budget of a request to the body.
    fn budget(&self) -> Arc<BlockBudget> {
        let fresh = || Arc::new(BlockBudget::new(self.ctx.limits().generated_blocks));
        self.budget.clone().unwrap_or_else(fresh)
    }

    fn generate(
        &self,
        dynamic: Block,
        (target, asked): (&BlockSchema, &BodySchema),
        budget: &Arc<BlockBudget>,
        blocks: &mut Vec<Block>,
        diags: &mut Diagnostics,
    ) {
        let site = GeneratorSite { ctx: &self.ctx, budget };
        let Some(generator) = Generator::new(dynamic, target, asked, site, diags) else { return };
        blocks.reserve(generator.count() as usize);
        generator.each(site, diags, &mut |block, _| blocks.push(self.wrap(block, budget)));
    }

    /// Wraps the body of a block, so that its `dynamic` blocks are expanded.
    fn wrap(&self, block: Block, budget: &Arc<BlockBudget>) -> Block {
        wrap(block, &self.ctx, budget)
    }
}

impl BodySource for Expanded {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let mut offer = None;
        let mut unexpected =
            |block: &Block, suggestions: &mut Suggestions, diags: &mut Diagnostics| {
                if schema.attribute(diags::target_name(block)).is_some() {
                    return diags.push(diags::attribute_generated(block));
                }
                if schema.unexpected == Unexpected::Ignore {
                    return;
                }
                let offer = offer.get_or_insert_with(|| {
                    let types = schema.blocks.iter().map(|known| &known.ty);
                    Offer::new(schema, types.filter(|ty| **ty != *DYNAMIC))
                });
                let suggestion = diags::suggest_type(block, offer);
                suggestions.add(schema, suggestion);
                let problem = diags::not_generated(block, suggestion);
                diags.push(body::diags::unexpected(schema, problem));
            };
        self.expanded(schema, diags, Body::content, &mut unexpected)
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.expanded(schema, diags, Body::only, &mut |_, _, _| ())
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let taken = schema.blocks.iter().map(|known| &known.ty);
        let inner = RestOfBody::body(&self.inner.remain(schema), taken);
        Body::new(Self { inner, ctx: self.ctx.clone(), budget: self.budget.clone() })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        self.inner.just_attributes(diags)
    }

    /// Includes the `dynamic` blocks themselves, because the blocks that they generate depend on the schema.
    fn everything(&self) -> Content {
        self.inner.everything()
    }

    fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        let mut content = self.inner.everything_expanded(diags);
        let (budget, mut blocks) = (self.budget(), Vec::with_capacity(content.blocks.len()));
        for block in std::mem::take(&mut content.blocks) {
            if block.ty != *DYNAMIC {
                blocks.push(self.wrap(block, &budget));
                continue;
            }
            let generated = diags.unless_errors(|diags| {
                let Some(target) = any_target(&block, diags) else { return };
                if target.ty == *DYNAMIC {
                    let offer = Offer::new(&BodySchema::default(), []);
                    return diags.push(diags::not_opted_in(&block, &offer));
                }
                self.generate(
                    block,
                    (&target, &BodySchema::default()),
                    &budget,
                    &mut blocks,
                    diags,
                );
            });
            content.is_complete &= generated.is_some();
        }
        content.blocks = blocks;
        content
    }

    fn span(&self) -> Span {
        self.inner.span()
    }

    fn missing_item_place(&self) -> Place {
        self.inner.missing_item_place()
    }

    fn inner(&self) -> &[Body] {
        std::slice::from_ref(&self.inner)
    }
}
