//! The source locations of the parts of an attribute's value.

use foldhash::HashMap;

use crate::cty::{Kind, Str, Value};
use crate::expr::Expression;
use crate::spec::{Origin, Presence};

/// Returns the origins of the parts that an expression writes one by one: the elements of a list or tuple, and
/// those of a map or object whose keys are names. The elements of a set are not in source order, so they have none.
pub(super) fn parts_of(expr: &Expression, value: &Value) -> Vec<Origin> {
    let origins = match value.unmarked().kind() {
        Kind::List(list) => elements(expr, list.elements()),
        Kind::Tuple(tuple) => elements(expr, tuple.elements()),
        Kind::Map(map) => attributes(expr, map.keys(), map.values()),
        Kind::Object(object) => attributes(expr, object.shape().names(), object.values()),
        _ => None,
    };
    origins.unwrap_or_default()
}

fn elements(expr: &Expression, values: &[Value]) -> Option<Vec<Origin>> {
    let exprs = expr.as_list()?;
    let origin = |(expr, value): (&Expression, &Value)| {
        Origin::with_parts(expr.place(), Presence::Present, parts_of(expr, value))
    };
    (exprs.len() == values.len()).then(|| exprs.iter().zip(values).map(origin).collect())
}

fn attributes(expr: &Expression, names: &[Str], values: &[Value]) -> Option<Vec<Origin>> {
    let items = expr.as_map()?;
    // Of a repeated key, the last item counts.
    let named = items.iter().map(|item| Some((name_of(&item.0)?, item)));
    let named: HashMap<Str, &(Expression, Expression)> = named.collect::<Option<_>>()?;
    let origin = |(name, value): (&Str, &Value)| {
        let (key, expr) = named.get(name)?;
        Some(Origin::of_item(key, expr, parts_of(expr, value)))
    };
    names.iter().zip(values).map(origin).collect()
}

fn name_of(key: &Expression) -> Option<Str> {
    key.as_keyword().or_else(|| key.as_literal()?.as_str().map(Str::from))
}
