//! Functions on collections of more than one kind.

use unicode_segmentation::UnicodeSegmentation;

use super::Named;
use super::arguments::{any, converted, type_names, wrong};
use super::limits::check_work;
use hcldyn_cty::convert::unify;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value, work};

/// The number of parts of values that are compared in one step.
const COMPARED_PER_STEP: usize = 8;

pub(super) fn functions() -> Vec<Named> {
    vec![
        (
            "alltrue",
            bools("`true` if all bools of a list are true; null is not true.", Quantifier::All),
        ),
        ("anytrue", bools("`true` if any bool of a list is true.", Quantifier::Any)),
        ("coalesce", coalesce()),
        ("contains", contains()),
        ("length", length()),
        ("one", one()),
    ]
}

#[derive(Clone, Copy)]
enum Quantifier {
    All,
    Any,
}

fn bools(description: &'static str, quantifier: Quantifier) -> Function {
    Function::builder(description).param(Parameter::new("list", Type::list(Type::Bool))).returning(
        Type::Bool,
        move |args, _| {
            // One element of this value decides the result, even if others are unknown.
            let decisive = matches!(quantifier, Quantifier::Any);
            let decides = |element: &Value| {
                element.is_known() && element.as_bool().unwrap_or(false) == decisive
            };
            let elements = args[0].elements();
            Ok(match elements.iter().any(decides) {
                true => decisive.into(),
                false if elements.iter().all(Value::is_known) => (!decisive).into(),
                false => Value::unknown(Type::Bool),
            })
        },
    )
}

fn coalesce() -> Function {
    let value = Parameter::new("values", Type::Dynamic);
    Function::builder("The first value that is neither null nor an empty string.")
        .variadic(value.allow_null().allow_unknown().allow_dynamic())
        .build(
            |args| {
                let types: Vec<_> = args.iter().map(Value::ty).collect();
                unify(&types).ok_or_else(|| {
                    if types.is_empty() {
                        FunctionError::new("at least one value is required")
                    } else {
                        FunctionError::new(format!(
                            "the values have no common type; their types are {}",
                            type_names(&types)
                        ))
                    }
                })
            },
            |args, ty| {
                let may_count =
                    |arg: &Value| !(arg.is_null() || *ty == Type::String && is_empty_string(arg));
                let Some((index, found)) = args.iter().enumerate().find(|(_, arg)| may_count(arg))
                else {
                    return Err(match ty {
                        Type::String => FunctionError::new("all values are null or empty strings")
                            .with_help("add a string that is not empty as the last argument"),
                        _ => FunctionError::new("all values are null")
                            .with_help("add a value that is not null as the last argument"),
                    });
                };
                if found.is_known() {
                    converted(found, index, ty)
                } else {
                    Ok(Value::unknown(ty.clone()))
                }
            },
        )
}

fn is_empty_string(value: &Value) -> bool {
    value.as_str() == Some("")
}

/// Returns `true` if two values are equal, and `None` if that is unknown. The work of a comparison is that of the smaller
/// value.
pub(super) fn compared(a: &Value, b: &Value) -> Result<Option<bool>, FunctionError> {
    work::spend(a.size().min(b.size()) / COMPARED_PER_STEP);
    check_work()?;
    Ok(a.equals(b).as_bool())
}

fn contains() -> Function {
    Function::builder("`true` if a list, set or tuple has an element that equals a value.")
        .param(Parameter::new("list", Type::Dynamic))
        .param(Parameter::new("value", Type::Dynamic).allow_null().allow_dynamic())
        .build(contains_type, |args, _| {
            let (list, value) = (&args[0], &args[1]);
            let mut is_known = true;
            for element in list.elements() {
                match compared(value, element)? {
                    Some(true) => return Ok(true.into()),
                    verdict => is_known &= verdict.is_some(),
                }
            }
            Ok(if is_known { false.into() } else { Value::unknown(Type::Bool) })
        })
}

fn contains_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args[0].ty().is_sequence() {
        Ok(Type::Bool)
    } else {
        Err(wrong(0, &args[0], "a list, set or tuple"))
    }
}

fn length() -> Function {
    Function::builder("The number of elements of a collection, or of characters of a string.")
        .param(any("value").allow_unknown().allow_dynamic())
        .build(
            |args| match args[0].ty() {
                Type::Bool | Type::Number | Type::Capsule(_) => {
                    Err(wrong(0, &args[0], "a collection, a tuple, an object or a string"))
                }
                _ => Ok(Type::Number),
            },
            |args, _| {
                let (value, marks) = args[0].clone().unmark();
                let length = match value.as_str() {
                    Some(text) => Some(text.graphemes(true).count().into()),
                    None => value.length(),
                };
                Ok(length.unwrap_or(Value::unknown(Type::Number)).with_marks(&marks))
            },
        )
}

fn one() -> Function {
    Function::builder("The only element of a list, set or tuple; null if it has none.")
        .param(any("list"))
        .may_return_null()
        .build(
            |args| match args[0].ty() {
                Type::List(element) | Type::Set(element) => Ok((*element).clone()),
                Type::Tuple(types) => match &types[..] {
                    [] => Ok(Type::Dynamic),
                    [only] => Ok(only.clone()),
                    more => Err(too_many(more.len())),
                },
                _ => Err(wrong(0, &args[0], "a list, set or tuple")),
            },
            |args, ty| {
                let (list, marks) = args[0].clone().unmark();
                // Unknown elements of a set may turn out to be equal.
                let is_certain = list.length().is_some_and(|length| length.is_known());
                let element = match list.elements() {
                    _ if !is_certain => Value::unknown(ty.clone()),
                    [] => Value::null(ty.clone()),
                    [only] => only.clone(),
                    more => return Err(too_many(more.len())),
                };
                Ok(element.with_marks(&marks))
            },
        )
}

fn too_many(count: usize) -> FunctionError {
    FunctionError::must(0, format!("have at most one element, not {count}"))
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::{Type, Value};

    fn bools(elements: impl IntoIterator<Item = Option<bool>>) -> Value {
        let value = |bool: Option<bool>| bool.map_or(Value::unknown(Type::Bool), Value::from);
        Value::list(Type::Bool, elements.into_iter().map(value).collect())
    }

    #[test]
    fn one_bool_can_decide() {
        assert_eq!(call("alltrue", [bools([])]), true.into());
        assert_eq!(call("anytrue", [bools([])]), false.into());
        assert_eq!(call("alltrue", [bools([None, Some(false)])]), false.into());
        assert_eq!(call("anytrue", [bools([None, Some(true)])]), true.into());
        assert!(!call("alltrue", [bools([None, Some(true)])]).is_known());
        assert!(!call("anytrue", [bools([None, Some(false)])]).is_known());
        let null = Value::list(Type::Bool, vec![Value::null(Type::Bool)]);
        assert_eq!(call("alltrue", [null.clone()]), false.into());
        assert_eq!(call("anytrue", [null]), false.into());
    }

    #[test]
    fn lengths() {
        assert_eq!(call("length", [Value::from("e\u{301}x")]), 2.into());
        assert_eq!(call("length", [Value::object([("a", Value::from(1))])]), 1.into());
        let message = error("length", [Value::from(5)]);
        assert_eq!(message, "must be a collection, a tuple, an object or a string, not a number");
    }

    #[test]
    fn null_can_be_contained() {
        let null = || Value::null(Type::Dynamic);
        assert_eq!(call("contains", [strings(["a"]), null()]), false.into());
        assert_eq!(call("contains", [Value::tuple(vec![1.into(), null()]), null()]), true.into());
        assert!(!call("contains", [strings(["a"]), Value::dynamic()]).is_known());
    }

    #[test]
    fn one_or_none() {
        assert_eq!(call("one", [strings(["a"])]), "a".into());
        assert_eq!(call("one", [strings([])]), Value::null(Type::String));
        assert_eq!(error("one", [strings(["a", "b"])]), "must have at most one element, not 2");
        assert!(!call("one", [Value::unknown(Type::list(Type::String))]).is_known());
        let unknown = || Value::unknown(Type::String);
        let uncertain = Value::set(Type::String, vec!["a".into(), unknown()]);
        assert_eq!(call("one", [uncertain]), unknown());
    }

    #[test]
    fn values_without_a_common_type_are_named() {
        let message = error("coalesce", [Value::from(1), true.into(), 2.into()]);
        assert_eq!(message, "the values have no common type; their types are number, bool");
        let nulls = [Value::null(Type::String)];
        assert_eq!(
            error("coalesce", nulls),
            "all values are null or empty strings; add a string that is not empty as the last argument"
        );
    }
}
