//! Checks of blocks.

use super::{diags, exprs};
use crate::body::{Attribute, Block, Body};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::source::Place;

/// A name that an enclosing iteration binds.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: Str,
    pub(super) place: Place,
}

/// Checks a file.
pub(super) fn check(body: &Body, diags: &mut Diagnostics) {
    check_body(body, &mut Vec::new(), diags);
}

/// Checks a body inside generated blocks with iterators. The recursion is bounded by the parser's nesting limit.
fn check_body(body: &Body, bound: &mut Vec<Bound>, diags: &mut Diagnostics) {
    let content = body.everything();
    for attribute in &content.attributes {
        if attribute.expr.as_literal().is_some_and(Value::is_null) {
            diags.push(diags::null_attribute(attribute));
        }
        exprs::check(&attribute.expr, bound, diags);
    }
    for block in &content.blocks {
        match generated_type(block) {
            Some(ty) => check_dynamic(block, ty, bound, diags),
            None => check_body(&block.body, bound, diags),
        }
    }
}

/// Returns the label of a `dynamic` block.
fn generated_type(block: &Block) -> Option<Bound> {
    let label = block.labels.first().filter(|_| block.ty == *"dynamic")?;
    Some(Bound { name: label.value.clone(), place: block.label_place(0)? })
}

fn check_dynamic(block: &Block, ty: Bound, bound: &mut Vec<Bound>, diags: &mut Diagnostics) {
    let header = block.body.everything();
    let attribute = |name: &str| header.attributes.iter().find(|it| it.name == *name);
    // The collection is evaluated outside the iteration, and labels and content inside it.
    if let Some(for_each) = attribute("for_each") {
        check_collection(for_each, &ty, diags);
        exprs::check(&for_each.expr, bound, diags);
    }
    let iterator = match attribute("iterator").map(|iterator| &iterator.expr) {
        Some(expr) => expr.as_keyword().map(|name| Bound { name, place: expr.place() }),
        None => Some(ty),
    };
    let outer = bound.len();
    if let Some(iterator) = iterator {
        report_shadowed(&iterator, bound, diags);
        bound.push(iterator);
    }
    if let Some(labels) = attribute("labels") {
        exprs::check(&labels.expr, bound, diags);
    }
    for inner in &header.blocks {
        check_body(&inner.body, bound, diags);
    }
    bound.truncate(outer);
}

/// Reports a collection that always has no elements, or one.
fn check_collection(for_each: &Attribute, ty: &Bound, diags: &mut Diagnostics) {
    let expr = &for_each.expr;
    if !expr.is_constant() {
        return;
    }
    let length = expr.as_list().map(|it| it.len()).or_else(|| expr.as_map().map(|it| it.len()));
    match length {
        Some(0) => diags.push(diags::empty_for_each(expr.place(), &ty.name)),
        Some(1) => diags.push(diags::constant_for_each(expr.place(), &ty.name)),
        _ => {}
    }
}

/// Reports a name that hides one of an outer iteration.
pub(super) fn report_shadowed(name: &Bound, bound: &[Bound], diags: &mut Diagnostics) {
    if let Some(outer) = bound.iter().rev().find(|outer| outer.name == name.name) {
        diags.push(diags::shadowed_iterator(name, outer));
    }
}
