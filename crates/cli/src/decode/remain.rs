//! The data in place of the bodies that `remain` specs keep.

use hcldyn::body::Body;
use hcldyn::cty::{Kind, Str, Value};

/// Returns the value with data in place of the bodies in it, which `data` decodes. Collections of bodies become tuples and
/// objects, since their elements may differ in type. The result is `None` if there is no body in the value.
pub(crate) fn with_data(value: &Value, data: &mut dyn FnMut(&Body) -> Value) -> Option<Value> {
    if has_body(value) { replaced(value, data) } else { None }
}

/// Returns `true` if there is a body in the value.
fn has_body(value: &Value) -> bool {
    let plain = value.unmarked();
    plain.as_capsule::<Body>().is_some() || plain.elements().iter().any(has_body)
}

fn replaced(value: &Value, data: &mut dyn FnMut(&Body) -> Value) -> Option<Value> {
    let plain = value.unmarked();
    let replaced = match plain.kind() {
        Kind::Object(object) => with_data_in_object(object.iter(), data)?,
        Kind::Map(map) => with_data_in_object(map.iter(), data)?,
        _ => match plain.as_capsule::<Body>() {
            Some(body) => data(body),
            None => Value::tuple(with_data_in(plain.elements().iter(), data)?),
        },
    };
    Some(replaced.with_marks(&value.clone().unmark().1))
}

fn with_data_in_object<'v>(
    entries: impl Iterator<Item = (&'v Str, &'v Value)>,
    data: &mut dyn FnMut(&Body) -> Value,
) -> Option<Value> {
    let (names, values): (Vec<_>, Vec<_>) = entries.unzip();
    Some(Value::object(names.into_iter().cloned().zip(with_data_in(values.into_iter(), data)?)))
}

/// Returns the values with data in place of bodies, or `None` if there is no body in any of them.
fn with_data_in<'v>(
    values: impl Iterator<Item = &'v Value> + Clone,
    data: &mut dyn FnMut(&Body) -> Value,
) -> Option<Vec<Value>> {
    let replaced: Vec<_> = values.clone().map(|value| replaced(value, data)).collect();
    let is_any = replaced.iter().any(Option::is_some);
    let all = replaced.into_iter().zip(values).map(|(new, old)| new.unwrap_or_else(|| old.clone()));
    is_any.then(|| all.collect())
}
