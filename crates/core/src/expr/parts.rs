//! Evaluation of values whose parts capture expressions, such as lists of closures.

use super::custom::{CustomDecoder, custom_decoder};
use super::{EvalContext, Expression, Traversal};
use crate::cty::internal::{CollectVec, PushAll};
use crate::cty::value_spec::{AttributeKind, Form, ValueSpec, VariantSelector, VariantsSpec};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;

/// Returns `true` if parts of a value capture expressions. The parts of a spec that contains itself may do so.
pub(crate) fn captures_parts(spec: &ValueSpec) -> bool {
    match spec {
        ValueSpec::Leaf(_) => false,
        ValueSpec::Lazy(_) => true,
        spec => spec.parts().into_iter().any(captures),
    }
}

fn captures(spec: &ValueSpec) -> bool {
    match spec {
        ValueSpec::Leaf(leaf) => custom_decoder(leaf.ty()).is_some_and(CustomDecoder::takes_parts),
        spec => captures_parts(spec),
    }
}

/// Evaluates an expression by a spec. Parts that capture expressions take those of the elements of a tuple
/// constructor, or of the items of an object constructor; any other expression is evaluated as a whole.
pub(crate) fn value_of_parts(
    spec: &ValueSpec,
    expr: &Expression,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Value {
    let spec = &*spec.resolved();
    if !captures(spec) {
        return expr.value(ctx, diags);
    }
    match spec {
        ValueSpec::Leaf(leaf) => match custom_decoder(leaf.ty()) {
            Some(decoder) => decoder.decode_to(leaf.ty(), expr, ctx, diags),
            None => expr.value(ctx, diags),
        },
        ValueSpec::List(collection) | ValueSpec::Set(collection) => {
            let Some(exprs) = expr.as_list() else { return expr.value(ctx, diags) };
            let element = collection.element();
            let values = exprs.iter().map(|expr| value_of_parts(element, expr, ctx, diags));
            Value::tuple(values.collect_vec())
        }
        ValueSpec::Tuple(tuple) => match expr.as_list() {
            Some(exprs) if exprs.len() == tuple.elements().len() => {
                let pairs = exprs.iter().zip(tuple.elements());
                let values = pairs.map(|(expr, spec)| value_of_parts(spec, expr, ctx, diags));
                Value::tuple(values.collect_vec())
            }
            _ => expr.value(ctx, diags),
        },
        ValueSpec::Variants(variants) => {
            let name = |tag: &Expression| {
                let value = tag.value(ctx, &mut Diagnostics::of_attempt());
                value.as_str().map(Str::from)
            };
            match (variant_of(variants, expr, name), variants.selector()) {
                (Some(spec), _) => value_of_parts(spec, expr, ctx, diags),
                (None, VariantSelector::Attribute(tag)) => value_of_tag(tag, expr, ctx, diags),
                (None, _) => expr.value(ctx, diags),
            }
        }
        spec => value_of_items(spec, expr, ctx, diags),
    }
}

/// Adds the variables of the parts that are captured in their source form to `found`.
pub(crate) fn captured_variables(spec: &ValueSpec, expr: &Expression, found: &mut Vec<Traversal>) {
    let spec = &*spec.resolved();
    if !captures(spec) {
        return;
    }
    match spec {
        ValueSpec::Leaf(leaf) => {
            if custom_decoder(leaf.ty()).is_some_and(CustomDecoder::takes_syntax) {
                found.push_all(expr.variables());
            }
        }
        ValueSpec::Variants(variants) => {
            let name = |tag: &Expression| tag.as_literal()?.as_str().map(Str::from);
            if let Some(spec) = variant_of(variants, expr, name) {
                captured_variables(spec, expr, found);
            }
        }
        ValueSpec::List(collection) | ValueSpec::Set(collection) => {
            for expr in expr.as_list().into_iter().flatten() {
                captured_variables(collection.element(), &expr, found);
            }
        }
        ValueSpec::Tuple(tuple) => {
            let elements = tuple.elements();
            let exprs = expr.as_list().filter(|exprs| exprs.len() == elements.len());
            for (expr, element) in exprs.iter().flatten().zip(elements) {
                captured_variables(element, expr, found);
            }
        }
        spec => {
            for (key, expr) in expr.as_map().into_iter().flatten() {
                if let Some(spec) = key.as_name().and_then(|name| item_spec(spec, &name)) {
                    captured_variables(spec, &expr, found);
                }
            }
        }
    }
}

/// Returns the spec of the variant that a constructor selects: by the attribute with its name, which `name` evaluates, or
/// by its form. Other expressions are evaluated as a whole before they select a variant.
fn variant_of<'v>(
    variants: &'v VariantsSpec,
    expr: &Expression,
    name: impl FnOnce(&Expression) -> Option<Str>,
) -> Option<&'v ValueSpec> {
    let with_form = |form| {
        let mut variants = variants.variants().iter();
        variants.find(|variant| variant.form() == form).map(|variant| &variant.spec)
    };
    match variants.selector() {
        VariantSelector::Attribute(tag) => {
            let items = expr.as_map()?;
            let (_, tag) = items.iter().find(|(key, _)| key.as_name().as_ref() == Some(tag))?;
            variants.named(&name(tag)?).map(|(_, variant)| &variant.spec)
        }
        VariantSelector::Form if expr.as_map().is_some() => with_form(Form::Mapping),
        VariantSelector::Form if expr.as_list().is_some() => with_form(Form::Sequence),
        _ => None,
    }
}

/// Evaluates the attribute that names a variant in an object constructor. No variant has the name, so other items may
/// be captured or not, and are unknown.
fn value_of_tag(tag: &str, expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    let Some((names, items)) = named_items(expr) else { return expr.value(ctx, diags) };
    let values = names.into_iter().zip(&items).map(|(name, item)| {
        let value = if *name == *tag { item.value(ctx, diags) } else { Value::dynamic() };
        (name, value)
    });
    let entries = values.collect_vec();
    Value::object(entries)
}

/// Returns the names and the values of an object constructor, unless a name is computed.
fn named_items(expr: &Expression) -> Option<(Vec<Str>, Vec<Expression>)> {
    let items = expr.as_map()?;
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (key, value) in items {
        names.push(key.as_name()?);
        values.push(value);
    }
    Some((names, values))
}

/// Evaluates an object constructor whose items may capture expressions.
fn value_of_items(
    spec: &ValueSpec,
    expr: &Expression,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Value {
    let Some((names, items)) = named_items(expr) else { return expr.value(ctx, diags) };
    let mut entries: Vec<(Str, Value)> = Vec::with_capacity(items.len());
    for (name, item) in names.into_iter().zip(&items) {
        let value = match item_spec(spec, &name) {
            Some(spec) => value_of_parts(spec, item, ctx, diags),
            None => item.value(ctx, diags),
        };
        entries.push((name, value));
    }
    Value::object(entries)
}

/// Returns the spec of the item with a name.
fn item_spec<'s>(spec: &'s ValueSpec, name: &str) -> Option<&'s ValueSpec> {
    let object = match spec {
        ValueSpec::Map(map) => return Some(map.element()),
        ValueSpec::Object(object) => object,
        _ => return None,
    };
    let attributes = || object.attributes().iter();
    let named = attributes().find_map(|attribute| match attribute.kind {
        AttributeKind::Single if attribute.names.all().any(|known| **known == *name) => {
            Some(&attribute.spec)
        }
        AttributeKind::Flattened => item_spec(&attribute.spec, name),
        _ => None,
    });
    named.or_else(|| {
        let rest = attributes().find(|attribute| attribute.kind == AttributeKind::Remaining)?;
        Some(&rest.spec)
    })
}
