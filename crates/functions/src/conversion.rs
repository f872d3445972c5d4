//! Functions that change the type of a value, or its marks.

use super::Named;
use hcldyn_cty::convert::{ConversionError, can_convert, convert};
use hcldyn_cty::function::{FunctionBuilder, FunctionError, Parameter};
use hcldyn_cty::internal::{spelling_help, with_article};
use hcldyn_cty::{Function, Mark, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("ephemeralasnull", ephemeralasnull()),
        ("issensitive", issensitive()),
        ("nonsensitive", nonsensitive()),
        ("sensitive", sensitive()),
        ("tobool", to("The value as a bool.", Type::Bool)),
        ("tolist", to("The value as a list.", Type::list(Type::Dynamic))),
        ("tomap", to("The value as a map.", Type::map(Type::Dynamic))),
        ("tonumber", to("The value as a number.", Type::Number)),
        ("toset", to("The value as a set.", Type::set(Type::Dynamic))),
        ("tostring", to("The value as a string.", Type::String)),
    ]
}

fn to(description: &'static str, wanted: Type) -> Function {
    Function::builder(description)
        .param(Parameter::new("value", Type::Dynamic).allow_null().allow_dynamic().allow_marked())
        .may_return_null()
        .build(
            move |args| {
                let of_type = converted(&Value::unknown(args[0].ty()), &wanted);
                of_type.map_err(|error| hidden_if_marked(error, &args[0]))?;
                Ok(wanted.clone())
            },
            |args, wanted| {
                converted(&args[0], wanted).map_err(|error| hidden_if_marked(error, &args[0]))
            },
        )
}

/// Converts a value. Its parts keep their marks.
fn converted(value: &Value, wanted: &Type) -> Result<Value, FunctionError> {
    convert(value.clone(), wanted).map_err(|error| failed(value, wanted, &error))
}

/// Hides an error about an argument that has marks.
fn hidden_if_marked(error: FunctionError, arg: &Value) -> FunctionError {
    if arg.contains_marked() { error.hidden() } else { error }
}

fn failed(value: &Value, wanted: &Type, error: &ConversionError) -> FunctionError {
    let given = value.ty();
    let has_conversion = can_convert(&given, wanted);
    let collection = match (&given, wanted) {
        (Type::Tuple(_), Type::List(_)) => Some("list"),
        (Type::Tuple(_), Type::Set(_)) => Some("set"),
        (Type::Object(_), Type::Map(_)) => Some("map"),
        _ => None,
    };
    if let Some(collection) = collection.filter(|_| !has_conversion) {
        let reason = format!("all elements of a {collection} must have the same type");
        return FunctionError::at(0, reason);
    }
    let found =
        if value.is_known() { value.describe() } else { with_article(&given.friendly_name()) };
    let wanted_name = with_article(&wanted.friendly_name());
    let expected = format!("be convertible to {wanted_name}, not {found}");
    match value.as_str() {
        // The error only repeats both types.
        _ if !has_conversion => FunctionError::must(0, expected),
        Some(text) if wanted.is_primitive() => {
            let error = FunctionError::must(0, expected);
            match spelling_help(wanted, text) {
                Some(help) => error.with_help(help),
                None => error,
            }
        }
        _ => FunctionError::must(0, format!("{expected}: {error}")),
    }
}

fn sensitive() -> Function {
    of_any_value("The value, marked as sensitive, so that messages and outputs hide it.")
        .build(|args| Ok(args[0].ty()), |args, _| Ok(args[0].clone().mark(Mark::sensitive())))
}

/// Returns the function `nonsensitive`. The reference only removes the mark from the value itself. Here the
/// elements of `[for x in secrets: x]` carry the mark too, so it is removed from all parts.
fn nonsensitive() -> Function {
    of_any_value("The value, no longer sensitive.").build(
        |args| Ok(args[0].ty()),
        |args, _| {
            if is_sensitive(&args[0]) {
                args[0].clone().transform(|_, part| {
                    let (part, mut marks) = part.unmark();
                    marks.remove(&Mark::sensitive());
                    Ok(part.with_marks(&marks))
                })
            } else {
                Ok(args[0].clone())
            }
        },
    )
}

/// Returns the function `ephemeralasnull`. Programs mark ephemeral values with "ephemeral". An unknown value loses
/// the mark, as in the reference.
fn ephemeralasnull() -> Function {
    of_any_value("The value, with null in place of each part that is marked as ephemeral.").build(
        |args| Ok(args[0].ty()),
        |args, _| {
            let ephemeral = Mark::new("ephemeral");
            args[0].clone().transform(|_, part| {
                let (part, mut marks) = part.unmark();
                let is_ephemeral = marks.remove(&ephemeral);
                let part =
                    if is_ephemeral && part.is_known() { Value::null(part.ty()) } else { part };
                Ok(part.with_marks(&marks))
            })
        },
    )
}

fn issensitive() -> Function {
    of_any_value("`true` if the value is sensitive, and so hidden in messages and outputs.").build(
        |_| Ok(Type::Bool),
        |args, _| {
            if is_sensitive(&args[0]) || args[0].is_known() {
                Ok(is_sensitive(&args[0]).into())
            } else {
                Ok(Value::unknown(Type::Bool))
            }
        },
    )
}

fn is_sensitive(value: &Value) -> bool {
    value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
}

fn of_any_value(description: &'static str) -> FunctionBuilder {
    let value = Parameter::new("value", Type::Dynamic);
    Function::builder(description)
        .param(value.allow_null().allow_unknown().allow_dynamic().allow_marked())
        .may_return_null()
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error};
    use hcldyn_cty::{Mark, Type, Value};

    #[test]
    fn sensitive_and_back() {
        let hidden = call("sensitive", [Value::from("a")]);
        assert_eq!(hidden, Value::from("a").mark(Mark::sensitive()));
        assert_eq!(call("issensitive", [hidden.clone()]), true.into());
        assert_eq!(call("issensitive", [Value::from("a")]), false.into());
        assert_eq!(call("nonsensitive", [hidden]), "a".into());
        let part = Value::tuple(vec![Value::from("a").mark(Mark::sensitive())]);
        assert_eq!(call("nonsensitive", [part.clone()]), part);
        let whole = part.mark(Mark::sensitive());
        assert_eq!(call("nonsensitive", [whole]), Value::tuple(vec!["a".into()]));
        let other = Value::from("a").mark(Mark::new("other"));
        assert_eq!(call("nonsensitive", [other.clone()]), other);
        assert!(call("sensitive", [Value::null(Type::String)]).is_null());
        assert!(!call("issensitive", [Value::unknown(Type::String)]).is_known());
    }

    #[test]
    fn ephemeral_parts_become_null() {
        let (ephemeral, other) = (Mark::new("ephemeral"), Mark::sensitive());
        let secret = Value::from("a").mark(ephemeral.clone());
        assert_eq!(call("ephemeralasnull", [secret.clone()]), Value::null(Type::String));
        let both = secret.clone().mark(other.clone());
        let null = Value::null(Type::String).mark(other.clone());
        assert_eq!(call("ephemeralasnull", [both]), null);
        let parts = Value::object([("a", secret), ("b", Value::from(1).mark(other.clone()))]);
        let expected =
            Value::object([("a", Value::null(Type::String)), ("b", Value::from(1).mark(other))]);
        assert_eq!(call("ephemeralasnull", [parts]), expected);
        let unknown = Value::unknown(Type::String);
        let call = call("ephemeralasnull", [unknown.clone().mark(ephemeral)]);
        assert_eq!(call, unknown);
    }

    #[test]
    fn converted_parts_keep_their_own_marks() {
        let secret = Value::from(1).mark(Mark::sensitive());
        let list = call("tolist", [Value::tuple(vec![secret.clone(), 2.into()])]);
        assert_eq!(list, Value::list(Type::Number, vec![secret.clone(), 2.into()]));
        let map = call("tomap", [Value::object([("a", secret.clone())])]);
        assert_eq!(map, Value::map(Type::Number, vec![("a".into(), secret.clone())]));
        let set = call("toset", [Value::tuple(vec![secret.clone()])]);
        assert_eq!(set, Value::set(Type::Number, vec![1.into()]).mark(Mark::sensitive()));
        let text = call("tostring", [secret]);
        assert_eq!(text, Value::from("1").mark(Mark::sensitive()));
        let secret = Value::from("hunter2").mark(Mark::sensitive());
        let message = error("tonumber", [secret.clone()]);
        assert!(!message.contains("hunter2"), "{message}");
        let message = error("tomap", [Value::tuple(vec![secret])]);
        assert!(!message.contains("hunter2"), "{message}");
    }

    #[test]
    fn values_that_cannot_be_converted_are_named() {
        let message = error("tonumber", [Value::from("a")]);
        assert!(message.starts_with(r#"must be convertible to a number, not "a""#), "{message}");
        assert!(error("tobool", [Value::from(1)]).contains("bool"));
        let message = error("tobool", [Value::from("TRUE")]);
        assert_eq!(
            message,
            r#"must be convertible to a bool, not "TRUE"; write "true" in lowercase"#
        );
        let mixed = Value::tuple(vec![1.into(), Value::object([("a", 1.into())])]);
        for (function, collection) in [("tolist", "list"), ("toset", "set")] {
            let expected = format!("all elements of a {collection} must have the same type");
            assert_eq!(error(function, [mixed.clone()]), expected);
        }
    }
}
