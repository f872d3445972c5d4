//! Access to the arguments of a call, and construction of lists and tuples.

use super::limits::check_bytes;
use hcldyn_cty::convert::convert;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::with_article;
use hcldyn_cty::{Kind, Number, Str, Type, Value};

/// Returns a parameter that accepts a value of any type and keeps the marks inside it.
pub(super) fn any(name: &'static str) -> Parameter {
    Parameter::new(name, Type::Dynamic).allow_marked()
}

/// Returns a string argument.
pub(super) fn text(args: &[Value], index: usize) -> Result<&str, FunctionError> {
    string(args, index).map(Str::as_str)
}

/// Returns a string argument as stored in the value.
#[inline]
pub(super) fn string(args: &[Value], index: usize) -> Result<&Str, FunctionError> {
    let value = argument(args, index)?;
    let Kind::String(text) = value.kind() else {
        return Err(wrong(index, value, "a string"));
    };
    check_bytes(text.len())?;
    Ok(text)
}

/// Returns a number argument.
pub(super) fn number(args: &[Value], index: usize) -> Result<&Number, FunctionError> {
    let value = argument(args, index)?;
    value.as_number().ok_or_else(|| wrong(index, value, "a number"))
}

/// Returns a whole-number argument.
pub(super) fn whole(args: &[Value], index: usize) -> Result<i64, FunctionError> {
    let number = number(args, index)?;
    number.to_i64().ok_or_else(|| {
        let size = if number.is_integer() { " that fits in 64 bits" } else { "" };
        FunctionError::must(index, format!("be a whole number{size}, not {number}"))
    })
}

/// Returns a count argument: a whole number of at least 0.
pub(super) fn count(args: &[Value], index: usize) -> Result<usize, FunctionError> {
    let number = whole(args, index)?;
    usize::try_from(number)
        .map_err(|_| FunctionError::must(index, format!("be at least 0, not {number}")))
}

/// Returns an argument converted to a type.
pub(super) fn converted(value: &Value, index: usize, ty: &Type) -> Result<Value, FunctionError> {
    convert(value.clone(), ty).map_err(|error| FunctionError::at(index, error.to_string()))
}

/// Returns the error for an argument of the wrong type.
pub(super) fn wrong(index: usize, value: &Value, wanted: &str) -> FunctionError {
    let given = with_article(&value.ty().friendly_name());
    FunctionError::must(index, format!("be {wanted}, not {given}"))
}

/// Returns the names of types, without duplicates.
pub(super) fn type_names(types: &[Type]) -> String {
    let mut names = Vec::new();
    for name in types.iter().map(Type::friendly_name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// Returns the elements as a list if `ty` is a list type, otherwise as a tuple.
pub(super) fn sequence(ty: &Type, elements: Vec<Value>) -> Value {
    match ty {
        Type::List(element) => Value::list((**element).clone(), elements),
        _ => Value::tuple(elements),
    }
}

#[inline]
fn argument(args: &[Value], index: usize) -> Result<&Value, FunctionError> {
    args.get(index).ok_or_else(|| FunctionError::new(format!("argument {} is missing", index + 1)))
}
