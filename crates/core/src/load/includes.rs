//! Blocks that include other files.

use crate::body::{AttributeSchema, BlockSchema, Body, BodySchema};
use crate::cty::convert::convert;
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::Place;

use super::diags;
use super::visits::Visits;

/// A request for other files.
pub(super) struct Include {
    /// The path of a file, or a pattern, relative to the directory of the file with the request.
    pub(super) path: String,
    pub(super) place: Place,
    /// `true` if the file may be missing.
    pub(super) is_optional: bool,
}

/// Returns the requests in the blocks of a type, and the rest of the body. A list of more files than may still be
/// visited is an error, and then there are no requests.
pub(super) fn take(
    body: &Body,
    block_type: &Str,
    ctx: &EvalContext,
    visits: &Visits,
    diags: &mut Diagnostics,
) -> (Vec<Include>, Body) {
    let (content, rest) = body.partial_content(&schema(block_type), diags);
    let mut includes = Vec::new();
    for block in &content.blocks {
        if let Err(place) = read(&block.body, ctx, visits, &mut includes, diags) {
            diags.push(diags::too_many_visits(place));
            return (Vec::new(), rest);
        }
    }
    (includes, rest)
}

/// Returns the body without the requests, which are not read.
pub(super) fn rest(body: &Body, block_type: &Str) -> Body {
    body.remain(&schema(block_type))
}

fn schema(block_type: &Str) -> BodySchema {
    let block = BlockSchema { ty: block_type.clone(), labels: Vec::new() };
    BodySchema { blocks: vec![block], ..BodySchema::default() }
}

/// Reads a block. Its attribute `files` names the files, one or several. Fails with the location of a list of more files
/// than may still be visited.
fn read(
    body: &Body,
    ctx: &EvalContext,
    visits: &Visits,
    includes: &mut Vec<Include>,
    diags: &mut Diagnostics,
) -> Result<(), Place> {
    let attributes = [("files", true), ("optional", false)];
    let attributes =
        attributes.map(|(name, required)| AttributeSchema { name: name.into(), required }).into();
    let content = body.content(&BodySchema { attributes, ..BodySchema::default() }, diags);
    let optional = content.attribute("optional").map(|it| value(&it.expr, &Type::Bool, ctx, diags));
    let is_optional = match &optional {
        Some(None) => return Ok(()),
        Some(Some(optional)) => optional.as_bool().unwrap_or(false),
        None => false,
    };
    let Some(files) = content.attribute("files") else { return Ok(()) };
    let mut add = |place: Place, path: &Value| {
        let path = path.as_str().map(str::to_owned);
        includes.extend(path.map(|path| Include { path, place, is_optional }));
    };
    if let Some(listed) = files.expr.as_list() {
        for file in &listed {
            if let Some(path) = value(file, &Type::String, ctx, diags) {
                add(file.place(), &path);
            }
        }
        return Ok(());
    }
    let Some(found) = evaluate(&files.expr, ctx, diags) else { return Ok(()) };
    let place = files.expr.place();
    if let Ok(path) = convert(found.clone(), &Type::String) {
        add(place, &path);
        return Ok(());
    }
    if !visits.are_left(found.elements().len()) {
        return Err(place);
    }
    match convert(found, &Type::list(Type::String)) {
        Ok(list) if list.elements().iter().all(|path| !path.is_null()) => {
            list.elements().iter().for_each(|path| add(place.clone(), path));
        }
        _ => diags.push(diags::invalid_include(place)),
    }
    Ok(())
}

/// Evaluates an expression to a value of a primitive type that is neither null nor unknown nor marked.
fn value(
    expr: &Expression,
    ty: &Type,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let value = evaluate(expr, ctx, diags)?;
    match convert(value, ty) {
        Ok(value) => Some(value),
        Err(_) if *ty == Type::Bool => diags.fail(diags::invalid_optional(expr.place())),
        Err(_) => diags.fail(diags::invalid_include(expr.place())),
    }
}

/// Evaluates an expression to a known value. A path must be known before the files are read, and must not be marked
/// because messages show it.
fn evaluate(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Value> {
    let value = diags.unless_errors(|diags| expr.value(ctx, diags))?;
    if value.contains_marked() || !value.is_wholly_known() || value.is_null() {
        return diags.fail(diags::invalid_include(expr.place()));
    }
    Some(value)
}
