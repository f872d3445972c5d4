//! The parts of a `dynamic` block.

use std::sync::{Arc, LazyLock};

use super::diags;
use crate::body::{AttributeSchema, Block, BlockSchema, Body, BodySchema, Content};
use crate::cty::Str;
use crate::cty::internal::PushAll;
use crate::diag::Diagnostics;
use crate::expr::Expression;

/// A `dynamic` block with all of its parts.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) iterator: Str,
    pub(super) for_each: Expression,
    pub(super) labels: Option<Expression>,
    pub(super) content: Vec<Block>,
    pub(super) body: Body,
}

static UNLABELLED: LazyLock<BodySchema> = LazyLock::new(|| schema(&["for_each"], &["iterator"]));
static MAYBE_LABELLED: LazyLock<BodySchema> =
    LazyLock::new(|| schema(&["for_each"], &["iterator", "labels"]));
static LABELLED: LazyLock<BodySchema> =
    LazyLock::new(|| schema(&["for_each", "labels"], &["iterator"]));

impl Header {
    /// Reads the parts. Returns `None` if some are missing, repeated or invalid, which is reported.
    pub(super) fn read(
        dynamic: &Block,
        target: &BlockSchema,
        body: &BodySchema,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let schema = match target.labels.is_empty() {
            true if body.has_more_labels(&target.ty) => &MAYBE_LABELLED,
            true => &UNLABELLED,
            false => &LABELLED,
        };
        let mut content = diags.unless_errors(|diags| dynamic.body.content(schema, diags))?;
        let iterator = match take(&mut content, "iterator") {
            None => target.ty.clone(),
            Some(expr) => iterator_name(&expr, diags)?,
        };
        Some(Self {
            iterator,
            for_each: only_iterators(take(&mut content, "for_each")?),
            labels: take(&mut content, "labels"),
            content: content.blocks,
            body: dynamic.body.clone(),
        })
    }

    /// Returns the body of the single `content` block.
    pub(super) fn single_content(&self, diags: &mut Diagnostics) -> Option<&Body> {
        match self.content.as_slice() {
            [only] => Some(&only.body),
            [] => diags.fail(diags::missing_content(self.body.missing_item_place())),
            [first, second, ..] => diags.fail(diags::second_content(first, second)),
        }
    }
}

fn schema(required: &[&str], optional: &[&str]) -> BodySchema {
    let mut attributes = Vec::new();
    for (names, required) in [(required, true), (optional, false)] {
        attributes
            .push_all(names.iter().map(|name| AttributeSchema { name: Str::new(name), required }));
    }
    BodySchema {
        attributes,
        blocks: vec![BlockSchema { ty: Str::new("content"), labels: Vec::new() }],
        ..BodySchema::default()
    }
}

fn take(content: &mut Content, name: &str) -> Option<Expression> {
    let position = content.attributes.iter().position(|attribute| attribute.name == *name)?;
    Some(content.attributes.swap_remove(position).expr)
}

/// Returns the expression without the effects of an enclosing iteration on whole attributes, because a collection
/// inside an unknown one may be known.
fn only_iterators(expr: Expression) -> Expression {
    match expr.iteration().map(|iteration| Arc::new(iteration.only_iterators())) {
        Some(iteration) => expr.in_iteration(&iteration),
        None => expr,
    }
}

/// Returns the name in an `iterator` expression: a single identifier.
fn iterator_name(expr: &Expression, diags: &mut Diagnostics) -> Option<Str> {
    expr.as_keyword().or_else(|| diags.fail(diags::invalid_iterator(expr.place())))
}
