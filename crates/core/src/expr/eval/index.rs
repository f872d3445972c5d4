//! Attributes and elements of values.

use crate::cty::convert::convert;
use crate::cty::internal::InlineCache;
use crate::cty::{Kind, Number, Str, Type, Value};
use crate::expr::diags::{self, Problem};
use crate::tree::{StepKind, TraversalStep};

/// Returns a reference to the part of a value that a step leads to, if a lookup is enough. Unknown, marked,
/// missing and converted parts need [`step`].
#[inline]
pub(super) fn plain_step<'v>(value: &'v Value, step: &TraversalStep) -> Option<&'v Value> {
    match &step.kind {
        StepKind::Attr(name) => plain_attribute(value, name, &step.cache),
        StepKind::Index(key) => plain_index(value, key),
    }
}

/// Returns the part of a value that a step of a traversal leads to.
pub(super) fn step(value: &Value, step: &TraversalStep) -> Result<Value, Problem> {
    match &step.kind {
        StepKind::Attr(name) => attribute(value, name),
        StepKind::Index(key) => index(value, key),
    }
}

/// Evaluates `value.name` (reference: `hcl.GetAttr`). The result has the marks of the value.
fn attribute(value: &Value, name: &Str) -> Result<Value, Problem> {
    let found = match value.unmarked().kind() {
        Kind::Null(_) => Err(diags::attribute_of_null(name)),
        Kind::Unknown(ty, _) => attribute_of_unknown(value, ty, name),
        Kind::Object(object) => {
            let missing = || diags::no_such_attribute(name, value);
            object.get(name).cloned().ok_or_else(missing)
        }
        Kind::Map(map) => {
            let missing = || diags::no_such_key(&name.clone().into(), value);
            map.get(name).cloned().ok_or_else(missing)
        }
        _ => Err(without_attributes(value, name)),
    };
    Ok(found?.with_marks_of(value))
}

/// Evaluates `value[key]` (reference: `hcl.Index`). The result has the marks of the value and the key.
pub(super) fn index(value: &Value, key: &Value) -> Result<Value, Problem> {
    if value.is_null() {
        return Err(diags::index_of_null());
    }
    if key.is_null() {
        return Err(diags::null_index());
    }
    if let Some(element) = plain_index(value, key) {
        return Ok(element.clone());
    }
    let ty = value.unmarked().ty();
    let found = match &ty {
        _ if ty == Type::Dynamic || key.ty() == Type::Dynamic => Ok(Value::dynamic()),
        Type::List(_) | Type::Tuple(_) => index_sequence(value, &ty, key),
        Type::Map(element) => index_map(value, element, key),
        Type::Object(_) => index_object(value, key),
        Type::Set(_) => Err(diags::index_of_set()),
        _ => Err(diags::not_indexable(value)),
    };
    Ok(found?.with_marks_of(value).with_marks_of(key))
}

/// Returns a reference to an element, if a lookup is enough: the fast path of [`index`].
#[inline(never)]
pub(super) fn plain_index<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match value.kind() {
        Kind::List(_) | Kind::Tuple(_) => value.elements().get(key.as_number()?.to_usize()?),
        Kind::Map(map) => map.get(key.as_str()?),
        Kind::Object(object) => object.get(key.as_str()?),
        _ => None,
    }
}

#[inline]
fn plain_attribute<'v>(value: &'v Value, name: &Str, cache: &InlineCache) -> Option<&'v Value> {
    match value.kind() {
        Kind::Object(object) => object.get_from(cache, name),
        Kind::Map(map) => map.get(name),
        _ => None,
    }
}

fn attribute_of_unknown(value: &Value, ty: &Type, name: &Str) -> Result<Value, Problem> {
    match ty {
        Type::Dynamic => Ok(Value::dynamic()),
        Type::Map(element) => Ok(Value::unknown(Type::clone(element))),
        Type::Object(object) => match object.attribute(name) {
            Some(ty) => Ok(Value::unknown(ty.clone())),
            None => Err(diags::no_such_attribute(name, value)),
        },
        _ => Err(without_attributes(value, name)),
    }
}

fn without_attributes(value: &Value, name: &str) -> Problem {
    let ty = value.ty();
    let of_objects = |element: &Type| matches!(element, Type::Object(_) | Type::Map(_));
    let sequence = match &ty {
        Type::List(element) | Type::Set(element) => of_objects(element),
        Type::Tuple(elements) => elements.first().is_some_and(of_objects),
        _ => false,
    };
    if sequence {
        diags::attribute_of_sequence(name, &ty)
    } else {
        diags::no_attributes(name, value)
    }
}

fn index_sequence(value: &Value, ty: &Type, key: &Value) -> Result<Value, Problem> {
    let wanted = convert(key.unmarked().clone(), &Type::Number);
    let number = wanted.map_err(|error| diags::wrong_index_type(ty, &error))?;
    let unknown_element = || match ty {
        Type::List(element) => Value::unknown(Type::clone(element)),
        _ => Value::dynamic(),
    };
    let Some(number) = number.as_number() else {
        return Ok(unknown_element());
    };
    if !value.is_known() && matches!(ty, Type::List(_)) {
        return Ok(unknown_element());
    }
    if let Some(problem) = impossible_number(number, key) {
        return Err(problem);
    }
    let position = number.to_usize().unwrap_or(usize::MAX);
    let element = match ty {
        Type::Tuple(types) if !value.is_known() => types.get(position).cloned().map(Value::unknown),
        _ => value.unmarked().elements().get(position).cloned(),
    };
    element.ok_or_else(|| diags::index_out_of_range(key, value))
}

/// Returns the error for an index that no list has. The reference ignores such an index of an unknown list.
pub(super) fn impossible_index(key: &Value) -> Option<Problem> {
    let number = convert(key.unmarked().clone(), &Type::Number).ok()?;
    impossible_number(number.as_number()?, key)
}

fn impossible_number(number: &Number, key: &Value) -> Option<Problem> {
    if !number.is_integer() {
        return Some(diags::fractional_index(key));
    }
    (number.is_negative() && !number.is_zero()).then(|| diags::negative_index(key))
}

fn index_map(value: &Value, element: &Type, key: &Value) -> Result<Value, Problem> {
    let text = key_text(value, key)?;
    let (Kind::Map(map), Some(name)) = (value.unmarked().kind(), text.as_str()) else {
        return Ok(Value::unknown(element.clone()));
    };
    let missing = || diags::no_such_key(&text.clone().with_marks_of(key), value);
    map.get(name).cloned().ok_or_else(missing)
}

fn index_object(value: &Value, key: &Value) -> Result<Value, Problem> {
    let text = key_text(value, key)?;
    let Kind::String(name) = text.kind() else {
        return Ok(Value::dynamic());
    };
    match attribute(value, name) {
        Err(_) if key.unmarked().as_number().is_some() => Err(diags::object_by_number(key)),
        Err(_) if key.is_marked() => Err(diags::hidden_attribute()),
        found => found,
    }
}

/// Returns a key as a string, which may be unknown.
fn key_text(value: &Value, key: &Value) -> Result<Value, Problem> {
    let text = convert(key.unmarked().clone(), &Type::String);
    text.map_err(|error| diags::wrong_index_type(&value.ty(), &error))
}
