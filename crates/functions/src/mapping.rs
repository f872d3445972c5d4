//! Functions on maps and objects.

use std::collections::BTreeMap;

use super::Named;
use super::arguments::{any, converted, sequence, text, wrong};
use super::limits::check_work;
use hcldyn_cty::convert::convert;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::with_article;
use hcldyn_cty::{Function, Kind, Marks, Str, Type, Value, work};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("keys", keys()),
        ("lookup", lookup()),
        ("merge", merge()),
        ("transpose", transpose()),
        ("values", values()),
        ("zipmap", zipmap()),
    ]
}

fn keys() -> Function {
    Function::builder("The keys of a map, or the attribute names of an object, in order.")
        .param(any("map").allow_unknown())
        .build(
            |args| match args[0].ty() {
                Type::Map(_) => Ok(Type::list(Type::String)),
                Type::Object(object) => {
                    Ok(Type::tuple(object.shape().names().iter().map(|_| Type::String)))
                }
                _ => Err(wrong(0, &args[0], "a map or an object")),
            },
            |args, ty| {
                let (map, marks) = args[0].clone().unmark();
                let keys = match (map.kind(), map.ty()) {
                    // The names are known even if the values are unknown.
                    (_, Type::Object(object)) => {
                        Value::tuple(object.iter().map(|(name, _)| name.clone().into()).collect())
                    }
                    (Kind::Map(map), _) => {
                        let keys = map.keys().iter().cloned().map(Value::from);
                        Value::list(Type::String, keys.collect())
                    }
                    _ => Value::unknown(ty.clone()),
                };
                Ok(keys.with_marks(&marks))
            },
        )
}

fn values() -> Function {
    Function::builder("The elements of a map, or the values of an object, in the order of keys.")
        .param(any("map"))
        .build(
            |args| match args[0].ty() {
                Type::Map(element) => Ok(Type::List(element)),
                Type::Object(object) => Ok(Type::tuple(object.iter().map(|(_, ty)| ty.clone()))),
                _ => Err(wrong(0, &args[0], "a map or an object")),
            },
            |args, ty| {
                let (map, marks) = args[0].clone().unmark();
                let values = entries(&map).into_iter().map(|(_, value)| value).collect();
                Ok(sequence(ty, values).with_marks(&marks))
            },
        )
}

fn lookup() -> Function {
    Function::builder("The value of a key in a map or an object, or a default.")
        .param(any("map"))
        .param(Parameter::new("key", Type::String))
        .variadic(any("default").allow_null().allow_unknown().allow_dynamic())
        .may_return_null()
        .build(lookup_type, |args, ty| {
            let (map, marks) = args[0].clone().unmark();
            let key = text(args, 1)?;
            let found = match map.kind() {
                Kind::Map(map) => map.get(key),
                Kind::Object(object) => object.get(key),
                _ => None,
            };
            let found = match (found, args.get(2)) {
                (Some(found), _) => found.clone(),
                (None, Some(default)) => converted(default, 2, ty)?,
                (None, None) => return Err(no_such_key(key)),
            };
            Ok(found.with_marks(&marks))
        })
}

fn lookup_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() > 3 {
        return Err(FunctionError::new(format!(
            "at most 1 default is allowed, not {}",
            args.len() - 2
        )));
    }
    match args[0].ty() {
        Type::Map(element) => {
            let converted = args.get(2).map(|default| convert(default.clone(), &element));
            match converted {
                Some(Err(error)) => {
                    let wanted = with_article(&element.friendly_name());
                    let message = format!("be {wanted}, the type of the map's elements: {error}");
                    Err(FunctionError::must(2, message))
                }
                _ => Ok((*element).clone()),
            }
        }
        Type::Object(_) if !args[1].is_known() => Ok(Type::Dynamic),
        Type::Object(object) => {
            let key = text(args, 1)?;
            let found = object.attribute(key).cloned();
            found.or_else(|| args.get(2).map(Value::ty)).ok_or_else(|| no_such_key(key))
        }
        _ => Err(wrong(0, &args[0], "a map or an object")),
    }
}

fn no_such_key(key: &str) -> FunctionError {
    let key = Value::from(key).describe();
    FunctionError::at(1, format!("the map has no key {key}"))
        .with_help("add a default as the third argument")
}

fn merge() -> Function {
    Function::builder(
        "The entries of all maps and objects; later entries replace earlier ones with the same key.",
    )
    .variadic(any("maps").allow_null().allow_dynamic())
    .build(merge_type, |args, ty| {
        let mut marks = Marks::new();
        let mut all = BTreeMap::new();
        for (index, arg) in args.iter().enumerate().filter(|(_, arg)| !arg.is_null()) {
            let (map, own) = arg.clone().unmark();
            if !matches!(map.kind(), Kind::Map(_) | Kind::Object(_)) {
                return Err(wrong(index, arg, "a map or an object"));
            }
            marks.extend(own);
            work::spend(map.elements().len());
            check_work()?;
            all.extend(entries(&map));
        }
        Ok(mapping(ty, all.into_iter().collect()).with_marks(&marks))
    })
}

/// Returns the type of the arguments if it is the same for all, otherwise an object type. Null objects count as
/// empty ones.
fn merge_type(args: &[Value]) -> Result<Type, FunctionError> {
    let mut types = Vec::new();
    let mut attributes: BTreeMap<Str, Type> = BTreeMap::new();
    let mut keys_known = true;
    for (index, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        work::spend(arg.unmarked().elements().len());
        check_work()?;
        match &ty {
            Type::Dynamic => return Ok(Type::Dynamic),
            Type::Object(_) if arg.is_null() => {
                types.push(Type::object::<Str>([]));
                continue;
            }
            Type::Object(object) => {
                attributes.extend(object.iter().map(|(name, ty)| (name.clone(), ty.clone())));
            }
            Type::Map(_) if arg.is_null() => {}
            Type::Map(element) => match arg.unmarked().kind() {
                Kind::Map(map) => {
                    let keys = map.keys().iter().cloned();
                    attributes.extend(keys.map(|key| (key, (**element).clone())));
                }
                _ => keys_known = false,
            },
            _ => return Err(wrong(index, arg, "a map or an object")),
        }
        types.push(ty);
    }
    Ok(match types.first() {
        Some(first) if types.iter().all(|ty| ty == first) => first.clone(),
        _ if keys_known => Type::object(attributes),
        _ => Type::Dynamic,
    })
}

fn transpose() -> Function {
    let map = || Type::map(Type::list(Type::String));
    Function::builder("A map from each string in the lists of a map to a list of its keys.")
        .param(Parameter::new("map", map()))
        .returning(map(), |args, ty| {
            let Kind::Map(map) = args[0].kind() else { return Ok(Value::unknown(ty.clone())) };
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let mut keys = BTreeMap::<Str, Vec<Value>>::new();
            for (key, texts) in map.iter() {
                let wrong = |what: &str| {
                    let key = Value::from(key.clone()).describe();
                    FunctionError::must(
                        0,
                        format!("contain only lists of strings, but {key} {what}"),
                    )
                };
                if texts.is_null() {
                    return Err(wrong("is null"));
                }
                for text in texts.elements() {
                    let text = text.as_str().ok_or_else(|| wrong("has a null element"))?;
                    keys.entry(text.into()).or_default().push(key.clone().into());
                }
            }
            let list = |keys| Value::list(Type::String, keys);
            let entries = keys.into_iter().map(|(text, keys)| (text, list(keys)));
            Ok(Value::map(Type::list(Type::String), entries.collect()))
        })
}

fn zipmap() -> Function {
    Function::builder(
        "A map or object from the keys in one list to the values at the same positions in another.",
    )
    .param(Parameter::new("keys", Type::list(Type::String)).allow_marked())
    .param(any("values"))
    .build(zipmap_type, |args, ty| {
        let (keys, mut marks) = args[0].clone().unmark_deep();
        let (values, own) = args[1].clone().unmark();
        marks.extend(own);
        if !keys.is_wholly_known() {
            return Ok(Value::unknown(ty.clone()).with_marks(&marks));
        }
        let keys = key_texts(&keys, values.elements().len())?;
        let entries = keys.into_iter().zip(values.elements().iter().cloned()).collect();
        Ok(mapping(ty, entries).with_marks(&marks))
    })
}

fn zipmap_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[1].ty() {
        Type::List(element) => Ok(Type::Map(element)),
        Type::Tuple(_) if !args[0].is_wholly_known() => Ok(Type::Dynamic),
        Type::Tuple(types) => {
            let keys = key_texts(&args[0].clone().unmark_deep().0, types.len())?;
            Ok(Type::object(keys.into_iter().zip(types.iter().cloned())))
        }
        _ => Err(wrong(1, &args[1], "a list or a tuple")),
    }
}

/// Returns the keys as strings. Fails unless there is one key for each value.
fn key_texts(keys: &Value, values: usize) -> Result<Vec<Str>, FunctionError> {
    let keys = keys.elements();
    if keys.len() != values {
        let message = format!("have as many elements as the keys ({}), not {values}", keys.len());
        return Err(FunctionError::must(1, message));
    }
    let text = |(index, key): (usize, &Value)| match key.as_str() {
        Some(text) => Ok(text.into()),
        None => Err(FunctionError::must(0, format!("not contain null, but key {index} is null"))),
    };
    keys.iter().enumerate().map(text).collect()
}

/// Returns the entries as a map if `ty` is a map type, otherwise as an object.
fn mapping(ty: &Type, entries: Vec<(Str, Value)>) -> Value {
    match ty {
        Type::Map(element) => Value::map((**element).clone(), entries),
        _ => Value::object(entries),
    }
}

/// Returns the keys and values of a map or an object, in the order of the keys.
fn entries(map: &Value) -> Vec<(Str, Value)> {
    let owned = |(key, value): (&Str, &Value)| (key.clone(), value.clone());
    match map.kind() {
        Kind::Map(map) => map.iter().map(owned).collect(),
        Kind::Object(object) => object.iter().map(owned).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::{Type, Value};

    #[test]
    fn lookups_with_and_without_a_default() {
        let map = || Value::map(Type::String, vec![("a".into(), "1".into())]);
        assert_eq!(call("lookup", [map(), "a".into()]), "1".into());
        assert_eq!(call("lookup", [map(), "b".into(), 5.into()]), "5".into());
        assert_eq!(
            error("lookup", [map(), "b".into()]),
            r#"the map has no key "b"; add a default as the third argument"#
        );
        let null = || Value::null(Type::Dynamic);
        assert_eq!(call("lookup", [map(), "b".into(), null()]), Value::null(Type::String));
        assert_eq!(call("lookup", [map(), "a".into(), null()]), "1".into());
        let known = Value::map(Type::String, vec![("a".into(), Value::unknown(Type::String))]);
        assert_eq!(call("lookup", [known, "b".into(), "c".into()]), "c".into());
        assert!(!call("lookup", [map(), "b".into(), Value::dynamic()]).is_known());
        let object = || Value::object([("a", Value::null(Type::Number))]);
        assert_eq!(call("lookup", [object(), "a".into(), 1.into()]), Value::null(Type::Number));
        assert_eq!(call("lookup", [object(), "b".into(), null()]), null());
        assert!(error("lookup", [object(), "b".into()]).contains("add a default"));
        assert!(error("lookup", [map(), "b".into(), "".into(), "".into()]).contains("not 2"));
        let message = error("lookup", [map(), "b".into(), Value::tuple(vec![])]);
        assert!(
            message.starts_with("must be a string, the type of the map's elements"),
            "{message}"
        );
    }

    #[test]
    fn only_maps_and_objects_are_merged() {
        let null = || Value::null(Type::Dynamic);
        assert_eq!(error("merge", [null(), 5.into()]), "must be a map or an object, not a number");
        assert_eq!(call("merge", [null(), null()]), Value::object::<&str>([]));
    }

    #[test]
    fn transposing() {
        let lists = |entries: [(&str, Value); 2]| {
            let entries = entries.map(|(key, list)| (key.into(), list)).to_vec();
            Value::map(Type::list(Type::String), entries)
        };
        let map = lists([("a", strings(["1", "2"])), ("b", strings(["2"]))]);
        let transposed = lists([("1", strings(["a"])), ("2", strings(["a", "b"]))]);
        assert_eq!(call("transpose", [map]), transposed);
        let null = Value::null(Type::list(Type::String));
        let message = error("transpose", [lists([("a", null), ("b", strings([]))])]);
        assert_eq!(message, r#"must contain only lists of strings, but "a" is null"#);
        let null = Value::list(Type::String, vec![Value::null(Type::String)]);
        let message = error("transpose", [lists([("a", strings([])), ("b", null)])]);
        assert_eq!(message, r#"must contain only lists of strings, but "b" has a null element"#);
    }

    #[test]
    fn keys_and_values_must_match_in_number() {
        let message = error("zipmap", [strings(["a"]), strings([])]);
        assert_eq!(message, "must have as many elements as the keys (1), not 0");
        let null = Value::list(Type::String, vec![Value::null(Type::String)]);
        assert_eq!(
            error("zipmap", [null, strings(["x"])]),
            "must not contain null, but key 0 is null"
        );
    }

    #[test]
    fn merging_nothing_gives_an_empty_object() {
        assert_eq!(call("merge", []), Value::object::<&str>([]));
    }
}
