//! From a `dynamic` block to the blocks it generates.

use std::cell::Cell;
use std::sync::Arc;

use super::block_budget::{BlockBudget, Grant};
use super::header::Header;
use super::{diags, labels};
use crate::body::{Block, BlockSchema, Body, Label};
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration, report_too_much_work};
use crate::limits::work;

/// The work of generating a block and taking it apart.
const GENERATED_STEPS: u64 = 16;

/// What a `dynamic` block is expanded with.
#[derive(Clone, Copy)]
pub(crate) struct GeneratorSite<'a> {
    /// The variables and functions that `for_each` and `labels` see.
    pub(crate) ctx: &'a EvalContext,
    /// How many blocks may be generated.
    pub(crate) budget: &'a BlockBudget,
}

/// A `dynamic` block whose collection is evaluated, ready to generate its blocks one after the other.
#[derive(Debug)]
pub(crate) struct Generator {
    /// The `dynamic` block.
    dynamic: Block,
    ty: Str,
    iterator: Str,
    labels: Vec<Expression>,
    content: Body,
    /// With the marks of the collections around it.
    collection: Value,
    is_incomplete: Cell<bool>,
}

impl Generator {
    /// Checks a `dynamic` block and evaluates its collection. `target` is what it generates. Where
    /// something is wrong, that is reported and the block generates nothing.
    ///
    /// The checks are in the order of the reference; the first that fails is the only one reported.
    pub(crate) fn new(
        dynamic: Block,
        target: &BlockSchema,
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let header = Header::read(&dynamic, target, diags)?;
        let collection = evaluate_collection(&header, site.ctx, diags)?;
        let labels = labels::listed(header.labels.as_ref(), target, diags)?;
        let content = header.single_content(diags)?.clone();
        match site.budget.take(count(&collection)) {
            Grant::Given => {}
            Grant::RefusedBefore => return None,
            Grant::Refused => {
                let place = header.for_each.place();
                return diags.fail(diags::too_many_blocks(place, site.budget.limit()));
            }
        }
        if !work::charge(GENERATED_STEPS.saturating_mul(count(&collection))) {
            report_too_much_work(&header.for_each.place(), site.ctx.limits(), diags);
            return None;
        }
        let (ty, iterator) = (target.ty.clone(), header.iterator);
        let is_incomplete = Cell::new(false);
        Some(Self { dynamic, ty, iterator, labels, content, collection, is_incomplete })
    }

    /// How many blocks it generates, unless labels are wrong; one stands for an unknown number.
    pub(crate) fn count(&self) -> u64 {
        count(&self.collection)
    }

    /// The type of the blocks it generates.
    pub(crate) fn ty(&self) -> &Str {
        &self.ty
    }

    /// Whether blocks were left out for a reason that was reported.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.is_incomplete.get()
    }

    /// Generates the blocks. A block whose labels are wrong is reported and left out.
    pub(crate) fn each(
        &self,
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
        mut visit: impl FnMut(Block, &mut Diagnostics),
    ) {
        for element in self.elements() {
            if let Some(block) = self.generate(element, site, diags) {
                visit(block, diags);
            }
        }
    }

    /// The keys and values that it goes through, with the marks of the collection. An unknown
    /// collection stands as one element that is unknown.
    fn elements(&self) -> impl Iterator<Item = (Value, Value)> + '_ {
        let entries = self.collection.entries();
        let entries = entries.map(|entry| (entry.key(), entry.value().into_owned()));
        entries.chain((!self.collection.is_known()).then(|| self.unknown_element()))
    }

    /// The key and value that stand for those of an unknown collection.
    fn unknown_element(&self) -> (Value, Value) {
        let unknown = Value::dynamic().with_marks_of(&self.collection);
        (unknown.clone(), unknown)
    }

    /// Generates the block of an element, unless its labels are wrong or too many blocks were asked for.
    fn generate(
        &self,
        element: (Value, Value),
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Block> {
        let block = if site.budget.is_exceeded() {
            None
        } else {
            self.block(&Arc::new(self.iteration_of(element)), site.ctx, diags)
        };
        if block.is_none() {
            self.is_incomplete.set(true);
        }
        block
    }

    /// Where the collection is empty, a block that is not generated: its body tells what is wrong with
    /// the content, though nothing comes of it. Its labels have no text.
    pub(crate) fn unused(&self) -> Option<Block> {
        if self.count() > 0 {
            return None;
        }
        let iteration = Iteration {
            of_unknown: true,
            unknown: true,
            ..self.iteration_of(self.unknown_element())
        };
        let label = |expr: &Expression| Label { value: Str::new(""), span: expr.span() };
        self.block_of(&Arc::new(iteration), self.labels.iter().map(label).collect())
    }

    fn iteration_of(&self, (key, value): (Value, Value)) -> Iteration {
        let outer = self.dynamic.body.iteration().cloned();
        let of_unknown = !self.collection.is_known();
        Iteration {
            name: self.iterator.clone(),
            key,
            value,
            marks: self.collection.marks().cloned().unwrap_or_default(),
            of_unknown,
            unknown: of_unknown || outer.as_ref().is_some_and(|outer| outer.unknown),
            outer,
        }
    }

    fn block(
        &self,
        iteration: &Arc<Iteration>,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Block> {
        self.block_of(iteration, labels::evaluate(&self.labels, iteration, ctx, diags)?)
    }

    fn block_of(&self, iteration: &Arc<Iteration>, labels: Vec<Label>) -> Option<Block> {
        Some(Block {
            ty: self.ty.clone(),
            labels,
            body: self.content.clone().in_iteration(iteration),
            source: self.dynamic.source.clone(),
            type_span: self.dynamic.labels.first()?.span,
            header_span: self.dynamic.header_span,
        })
    }
}

/// The collection with the marks of those around it. An unknown one is fine, null is not.
fn evaluate_collection(
    header: &Header,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let for_each = &header.for_each;
    let value = diags.unless_errors(|diags| for_each.value(ctx, diags))?;
    diags.unless_errors(|diags| header.body.check_for_each(&value, for_each, ctx, diags))?;
    let ty = value.ty();
    if ty != Type::Dynamic && !ty.is_iterable() {
        return diags.fail(diags::not_a_collection(for_each, &value, ctx));
    }
    if value.is_null() {
        return diags.fail(diags::null_collection(for_each, ctx));
    }
    Some(match header.body.marks() {
        Some(around) => value.with_marks(around),
        None => value,
    })
}

/// How many blocks a collection gives; an unknown one stands as a single block.
fn count(collection: &Value) -> u64 {
    if collection.is_known() { collection.entries().len() as u64 } else { 1 }
}
