//! The generation of blocks from a `dynamic` block.

use crate::cty::internal::CollectVec;
use std::cell::Cell;
use std::sync::Arc;

use super::block_budget::{BlockBudget, Grant};
use super::header::Header;
use super::{diags, labels};
use crate::body::{Block, BlockSchema, Body, BodySchema, Label, LabelForms};
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration, report_end_of_work, unknown_entry};
use crate::limits::work;

/// The work of generating and decoding a block, in steps.
const GENERATED_STEPS: u64 = 16;

/// The context of an expansion.
#[derive(Clone, Copy)]
pub(crate) struct GeneratorSite<'a> {
    /// The variables and functions for `for_each` and `labels`.
    pub(crate) ctx: &'a EvalContext,
    /// The budget of blocks.
    pub(crate) budget: &'a BlockBudget,
}

impl GeneratorSite<'_> {
    /// Returns `true` if a collection may generate a number of blocks. Otherwise, reports it unless an earlier one was
    /// rejected.
    pub(crate) fn admit(
        &self,
        count: u64,
        collection: &Expression,
        diags: &mut Diagnostics,
    ) -> bool {
        match self.budget.take(count) {
            Grant::Given => {}
            Grant::RejectedBefore => return false,
            Grant::Rejected => {
                diags.push(diags::too_many_blocks(collection.place(), self.budget.limit()));
                return false;
            }
        }
        let is_affordable = work::charge(GENERATED_STEPS.saturating_mul(count));
        if !is_affordable {
            report_end_of_work(&collection.place(), self.ctx.limits(), diags);
        }
        is_affordable
    }
}

/// A `dynamic` block with an evaluated collection, ready to generate its blocks.
#[derive(Debug)]
pub(crate) struct Generator {
    /// The `dynamic` block.
    dynamic: Block,
    ty: Str,
    iterator: Str,
    labels: Vec<Expression>,
    forms: Option<LabelForms>,
    content: Body,
    /// The collection, with the marks of the enclosing collections.
    collection: Value,
    /// The key and the value that represent an unknown collection.
    unknown: (Value, Value),
    /// `true` in a check of types, if the number and the labels of the blocks are not known.
    has_open_labels: bool,
    is_incomplete: Cell<bool>,
}

impl Generator {
    /// Checks a `dynamic` block and evaluates its collection. `target` is the schema of the generated blocks in the
    /// `schema` of the body. Returns `None` after an error, which is reported unless an earlier block exceeded the
    /// limit.
    ///
    /// The checks are in the order of the reference, and only the first failure is reported.
    pub(crate) fn new(
        dynamic: Block,
        target: &BlockSchema,
        schema: &BodySchema,
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let header = Header::read(&dynamic, target, schema, diags)?;
        let collection = evaluate_collection(&header, site.ctx, diags)?;
        let labels = labels::listed(header.labels.as_ref(), target, schema, diags)?;
        let content = header.single_content(diags)?.clone();
        if !site.admit(count(&collection), &header.for_each, diags) {
            return None;
        }
        let (ty, iterator) = (target.ty.clone(), header.iterator);
        let is_incomplete = Cell::new(is_failed(&collection));
        let forms = schema.label_forms(&target.ty).cloned();
        let is_open = diags.checks_types() && !collection.is_known();
        let unknown = if is_open {
            unknown_entry(&collection.ty())
        } else {
            (Value::dynamic(), Value::dynamic())
        };
        let has_open_labels = is_open && !labels.is_empty();
        Some(Self {
            dynamic,
            ty,
            iterator,
            labels,
            forms,
            content,
            collection,
            unknown,
            has_open_labels,
            is_incomplete,
        })
    }

    /// Returns the number of generated blocks, assuming valid labels. An unknown number counts as one.
    pub(crate) fn count(&self) -> u64 {
        count(&self.collection)
    }

    /// Returns the type of the generated blocks.
    pub(crate) fn ty(&self) -> &Str {
        &self.ty
    }

    /// Returns `true` if blocks were omitted because of a reported error.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.is_incomplete.get()
    }

    /// Returns `true` if the collection is known and not marked.
    pub(crate) fn is_plain(&self) -> bool {
        self.collection.is_known() && !self.collection.is_marked()
    }

    /// Returns the first block of a collection, whose labels are empty, for its location.
    pub(crate) fn first_block(&self) -> Option<Block> {
        let iteration = self.iteration_of(self.elements().next()?);
        self.block_of(&Arc::new(iteration), self.empty_labels())
    }

    /// Generates the blocks. Blocks with invalid labels are reported and omitted.
    pub(crate) fn each(
        &self,
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
        visit: &mut dyn FnMut(Block, &mut Diagnostics),
    ) {
        for element in self.elements() {
            if let Some(block) = self.generate(element, site, diags) {
                visit(block, diags);
            }
        }
    }

    /// Returns the keys and values of the elements, with the marks of the collection. An unknown collection has one
    /// unknown element, unless its cause has been reported.
    fn elements(&self) -> impl Iterator<Item = (Value, Value)> + '_ {
        let entries = self.collection.entries();
        let entries = entries.map(|entry| (entry.key(), entry.value().into_owned()));
        entries.chain(
            (self.count() > 0 && !self.collection.is_known()).then(|| self.unknown_element()),
        )
    }

    /// Returns the key and value that represent an unknown collection.
    fn unknown_element(&self) -> (Value, Value) {
        let (key, value) = self.unknown.clone();
        (key.with_marks_of(&self.collection), value.with_marks_of(&self.collection))
    }

    /// Generates the block of an element, unless its labels are invalid or the limit on blocks is exceeded.
    fn generate(
        &self,
        element: (Value, Value),
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Block> {
        let iteration = || Arc::new(self.iteration_of(element));
        let block = if site.budget.is_exceeded() {
            None
        } else if self.has_open_labels {
            diags.possibly(|diags| labels::check(&self.labels, &iteration(), site.ctx, diags));
            None
        } else {
            self.block(&iteration(), site.ctx, diags)
        };
        if block.is_none() {
            self.is_incomplete.set(true);
        }
        block
    }

    /// Returns a block that only serves to report errors in the content, with empty labels: for an empty collection, and for
    /// labels that a check of types does not know. Returns `None` for other collections.
    pub(crate) fn unused(&self) -> Option<Block> {
        if self.count() > 0 && !self.has_open_labels {
            return None;
        }
        let iteration = Iteration {
            of_unknown: true,
            unknown: true,
            ..self.iteration_of(self.unknown_element())
        };
        self.block_of(&Arc::new(iteration), self.empty_labels())
    }

    fn empty_labels(&self) -> Vec<Label> {
        let label = |expr: &Expression| Label { value: Str::new(""), span: expr.span() };
        self.labels.iter().map(label).collect_vec()
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
        let labels = labels::evaluate(&self.labels, iteration, ctx, diags)?;
        if let Some(forms) = &self.forms {
            labels::check_count(&labels, forms, &self.dynamic, diags)?;
        }
        self.block_of(iteration, labels)
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

/// Evaluates the collection and adds the marks of the enclosing collections. It may be unknown, but not null.
fn evaluate_collection(
    header: &Header,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let for_each = &header.for_each;
    let may_be_left_out = for_each.iteration().is_some_and(|outer| outer.of_unknown);
    let value = if may_be_left_out && diags.checks_types() {
        diags.possibly(|diags| diags.unless_errors(|diags| for_each.value(ctx, diags)))?
    } else {
        diags.unless_errors(|diags| for_each.value(ctx, diags))?
    };
    diags.unless_errors(|diags| header.body.check_for_each(&value, for_each, ctx, diags))?;
    let value = if is_failed(&value) { Value::failed().with_marks_of(&value) } else { value };
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

/// Returns the number of blocks of a collection; an unknown collection counts as one, unless its cause has been reported.
fn count(collection: &Value) -> u64 {
    if collection.is_known() {
        collection.entries().len() as u64
    } else {
        u64::from(!is_failed(collection))
    }
}

/// Returns `true` for an unknown collection whose cause has been reported.
fn is_failed(collection: &Value) -> bool {
    !collection.is_known() && collection.is_failed()
}
