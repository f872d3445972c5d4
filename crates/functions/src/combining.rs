//! Functions that combine several lists or tuples into one.

use super::Named;
use super::arguments::{any, converted, sequence, wrong};
use super::limits::{check_elements, check_work};
use hcldyn_cty::convert::unify;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::spend_on_sorting;
use hcldyn_cty::{Function, Kind, Marks, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("coalescelist", coalescelist()),
        ("concat", concat()),
        ("flatten", flatten()),
        ("matchkeys", matchkeys()),
    ]
}

fn coalescelist() -> Function {
    let list = Parameter::new("lists", Type::Dynamic);
    Function::builder("The first of the lists or tuples that has elements.")
        .variadic(list.allow_null().allow_unknown().allow_dynamic())
        .build(
            |args| {
                for (index, arg) in args.iter().enumerate() {
                    match arg.ty() {
                        _ if !arg.is_known() => return Ok(Type::Dynamic),
                        Type::List(_) | Type::Tuple(_) => {}
                        _ => return Err(wrong(index, arg, "a list or a tuple")),
                    }
                }
                let first = args.first().map(Value::ty);
                let alike = first.filter(|first| args.iter().all(|arg| arg.ty() == *first));
                Ok(alike.unwrap_or(Type::Dynamic))
            },
            |args, ty| {
                let found = args.iter().find(|arg| !arg.is_known() || !arg.elements().is_empty());
                match found {
                    Some(list) if list.is_known() => Ok(list.clone()),
                    Some(_) => Ok(Value::unknown(ty.clone())),
                    None => Err(FunctionError::new("all lists are empty or null")
                        .with_help("add a list with at least one element as the last argument")),
                }
            },
        )
}

fn concat() -> Function {
    Function::builder("The elements of all lists and tuples, one after the other.")
        .variadic(any("lists"))
        .build(concat_type, |args, ty| {
            let mut marks = Marks::new();
            let mut all = Vec::new();
            for (index, arg) in args.iter().enumerate() {
                let list = match ty {
                    Type::List(_) => converted(arg, index, ty)?,
                    _ => arg.clone(),
                };
                let (list, own) = list.unmark();
                marks.extend(own);
                check_elements(all.len() + list.elements().len())?;
                all.extend_from_slice(list.elements());
            }
            Ok(sequence(ty, all).with_marks(&marks))
        })
}

/// Returns a list type if all arguments are lists with a common element type, otherwise a tuple type.
fn concat_type(args: &[Value]) -> Result<Type, FunctionError> {
    let types: Vec<_> = args.iter().map(Value::ty).collect();
    if types.is_empty() {
        return Err(FunctionError::new("at least one list is required"));
    }
    let all_lists = types.iter().all(|ty| matches!(ty, Type::List(_)));
    if all_lists && let Some(list @ Type::List(_)) = unify(&types) {
        return Ok(list);
    }
    let (mut elements, mut is_open) = (Vec::new(), false);
    for (index, (arg, ty)) in args.iter().zip(types).enumerate() {
        match ty {
            Type::Tuple(types) => elements.extend(types.iter().cloned()),
            Type::List(_) if !arg.is_known() => is_open = true,
            Type::List(element) => {
                let count = arg.unmarked().elements().len();
                elements.extend(std::iter::repeat_n((*element).clone(), count));
            }
            _ => return Err(wrong(index, arg, "a list or a tuple")),
        }
        check_elements(elements.len())?;
    }
    Ok(if is_open { Type::Dynamic } else { Type::tuple(elements) })
}

fn flatten() -> Function {
    Function::builder(
        "The elements of a list, set or tuple, with nested lists, sets and tuples replaced by their \
         elements at any depth.",
    )
    .param(any("list"))
    .build(
        |args| match args[0].ty() {
            ty if ty.is_sequence() => Ok(Type::Dynamic),
            _ => Err(wrong(0, &args[0], "a list, set or tuple")),
        },
        |args, _| {
            let mut flat = Flat { elements: Vec::new(), marks: Marks::new(), known: true };
            flat.add_elements(&args[0])?;
            let value = if flat.known { Value::tuple(flat.elements) } else { Value::dynamic() };
            Ok(value.with_marks(&flat.marks))
        },
    )
}

/// The elements flattened so far. Their number is unknown after a part that may have any number of elements.
struct Flat {
    elements: Vec<Value>,
    marks: Marks,
    known: bool,
}

impl Flat {
    fn add_elements(&mut self, sequence: &Value) -> Result<(), FunctionError> {
        self.marks.extend(sequence.marks().into_iter().flatten().cloned());
        let sequence = sequence.unmarked();
        match sequence.kind() {
            Kind::Unknown(..) => self.known = false,
            // Unknown elements may turn out to be equal to others.
            Kind::Set(set) if set.elements().len() > 1 && !sequence.is_wholly_known() => {
                self.known = false;
            }
            _ => return sequence.elements().iter().try_for_each(|element| self.add(element)),
        }
        Ok(())
    }

    fn add(&mut self, element: &Value) -> Result<(), FunctionError> {
        match element.unmarked().kind() {
            Kind::Unknown(Type::Dynamic, _) => self.known = false,
            _ if element.ty().is_sequence() && !element.is_null() => {
                return self.add_elements(element);
            }
            _ => self.elements.push(element.clone()),
        }
        check_elements(self.elements.len())
    }
}

fn matchkeys() -> Function {
    let list = |name| Parameter::new(name, Type::list(Type::Dynamic));
    Function::builder("The values of a list whose keys, in a second list, occur in a third list.")
        .param(list("values"))
        .param(list("keys"))
        .param(list("searchset"))
        .build(
            |args| {
                let (keys, searchset) = (args[1].ty(), args[2].ty());
                match unify([&keys, &searchset]) {
                    Some(_) => Ok(args[0].ty()),
                    None => {
                        let keys = keys.friendly_name();
                        Err(wrong(2, &args[2], &format!("comparable with the keys, a {keys}")))
                    }
                }
            },
            |args, ty| {
                let (values, keys) = (args[0].elements(), args[1].elements());
                if values.len() != keys.len() {
                    let (values, keys) = (values.len(), keys.len());
                    let message =
                        format!("have as many elements as the values ({values}), not {keys}");
                    return Err(FunctionError::must(1, message));
                }
                let (Some(common), Type::List(element)) =
                    (unify([&args[1].ty(), &args[2].ty()]), ty)
                else {
                    return Ok(Value::unknown(ty.clone()));
                };
                let keys = converted(&args[1], 1, &common)?;
                let searchset = converted(&args[2], 2, &common)?;
                if !keys.is_wholly_known() || !searchset.is_wholly_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                spend_on_sorting(searchset.elements());
                spend_on_sorting(keys.elements());
                check_work()?;
                let mut wanted: Vec<_> = searchset.elements().iter().collect();
                wanted.sort_by(|a, b| a.total_cmp(b));
                let is_wanted =
                    |key: &Value| wanted.binary_search_by(|probe| probe.total_cmp(key)).is_ok();
                let pairs = values.iter().zip(keys.elements());
                let matching =
                    pairs.filter(|(_, key)| is_wanted(key)).map(|(value, _)| value.clone());
                Ok(Value::list((**element).clone(), matching.collect()))
            },
        )
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, numbers, strings};
    use hcldyn_cty::{Type, Value};

    #[test]
    fn values_are_flattened_at_any_depth() {
        let inner = Value::tuple(vec![strings(["b"]), Value::tuple(vec![])]);
        let nested = Value::tuple(vec!["a".into(), inner]);
        assert_eq!(call("flatten", [nested]), Value::tuple(vec!["a".into(), "b".into()]));
        let unknown = Value::tuple(vec![Value::unknown(Type::list(Type::String))]);
        assert_eq!(call("flatten", [unknown]), Value::dynamic());
        let later = || Value::unknown(Type::String);
        let set = |elements| call("flatten", [Value::set(Type::String, elements)]);
        assert_eq!(set(vec![later()]), Value::tuple(vec![later()]));
        assert_eq!(set(vec![later(), "a".into()]), Value::dynamic());
    }

    #[test]
    fn values_by_their_keys() {
        let matching = |searchset: Value| {
            call("matchkeys", [numbers([1, 2, 3]), strings(["a", "b", "a"]), searchset])
        };
        assert_eq!(matching(strings(["a"])), numbers([1, 3]));
        assert_eq!(matching(strings(["z"])), numbers([]));
        assert_eq!(
            error("matchkeys", [numbers([1]), strings([]), strings([])]),
            "must have as many elements as the values (1), not 0"
        );
    }

    #[test]
    fn lists_of_different_types_are_joined() {
        assert_eq!(call("concat", [strings(["a"]), numbers([1])]), strings(["a", "1"]));
        assert_eq!(error("concat", []), "at least one list is required");
        assert_eq!(error("concat", [Value::from("a")]), "must be a list or a tuple, not a string");
        let message = error("coalescelist", [strings([])]);
        assert_eq!(
            message,
            "all lists are empty or null; add a list with at least one element as the last argument"
        );
    }
}
