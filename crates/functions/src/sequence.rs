//! Functions on one list, set or tuple.

use std::ops::Range;

use super::Named;
use super::arguments::{any, count, number, sequence, whole, wrong};
use super::collection::compared;
use super::limits::check_work;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::spend_on_sorting;
use hcldyn_cty::{Function, Kind, Number, Refinement, Type, Value};

/// The maximum number of elements that `range` returns, as in the reference.
const MAX_RANGE: usize = 1024;

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("chunklist", chunklist()),
        ("compact", compact()),
        ("distinct", distinct()),
        ("element", element()),
        ("index", index()),
        ("range", range()),
        ("reverse", reverse()),
        ("slice", slice()),
        ("sort", sort()),
    ]
}

fn chunklist() -> Function {
    Function::builder("A list cut into lists of a size; the last one may be shorter.")
        .param(Parameter::new("list", Type::list(Type::Dynamic)).allow_marked())
        .param(Parameter::new("size", Type::Number))
        .build(
            |args| Ok(Type::list(args[0].ty())),
            |args, _| {
                let size = count(args, 1)?;
                let (list, marks) = args[0].clone().unmark();
                let element = list_element(&list, 0)?;
                let elements = list.elements();
                // A size of 0 means no limit, as in the reference.
                let size = if size == 0 { elements.len().max(1) } else { size };
                let chunks = elements.chunks(size);
                let chunks = chunks.map(|chunk| Value::list(element.clone(), chunk.to_vec()));
                Ok(Value::list(list.ty(), chunks.collect()).with_marks(&marks))
            },
        )
}

fn compact() -> Function {
    Function::builder("The strings of a list that are neither null nor empty.")
        .param(Parameter::new("list", Type::list(Type::String)))
        .returning(Type::list(Type::String), |args, ty| {
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let kept =
                args[0].elements().iter().filter(|text| !matches!(text.as_str(), None | Some("")));
            Ok(Value::list(Type::String, kept.cloned().collect()))
        })
}

fn distinct() -> Function {
    Function::builder("The elements of a list without duplicates, in order of first occurrence.")
        .param(Parameter::new("list", Type::list(Type::Dynamic)))
        .build(
            |args| Ok(args[0].ty()),
            |args, ty| {
                if !args[0].is_wholly_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                let elements = args[0].elements();
                spend_on_sorting(elements);
                check_work()?;
                let mut kept: Vec<usize> = (0..elements.len()).collect();
                // The sort is stable, so the first of equal elements is kept.
                kept.sort_by(|a, b| elements[*a].total_cmp(&elements[*b]));
                kept.dedup_by(|a, b| elements[*a].total_cmp(&elements[*b]).is_eq());
                kept.sort_unstable();
                let kept = kept.into_iter().map(|index| elements[index].clone());
                Ok(Value::list(list_element(&args[0], 0)?, kept.collect()))
            },
        )
}

fn element() -> Function {
    Function::builder(
        "The element of a list or tuple at an index, which wraps around: the first element follows \
         the last, and -1 is the last.",
    )
    .param(any("list"))
    .param(Parameter::new("index", Type::Number))
    .may_return_null()
    .build(
        |args| match args[0].ty() {
            Type::List(element) => Ok((*element).clone()),
            Type::Tuple(_) if !args[1].is_known() => Ok(Type::Dynamic),
            Type::Tuple(types) => Ok(types[wrapped(args, types.len())?].clone()),
            _ => Err(wrong(0, &args[0], "a list or a tuple")),
        },
        |args, _| {
            let (list, marks) = args[0].clone().unmark();
            let elements = list.elements();
            Ok(elements[wrapped(args, elements.len())?].clone().with_marks(&marks))
        },
    )
}

/// Returns the second argument, an index, wrapped around at a length.
fn wrapped(args: &[Value], length: usize) -> Result<usize, FunctionError> {
    let index = whole(args, 1)?;
    match i64::try_from(length) {
        Ok(0) | Err(_) => Err(FunctionError::must(0, "have at least one element")),
        Ok(length) => Ok(index.rem_euclid(length) as usize),
    }
}

fn index() -> Function {
    Function::builder("The index of the first element of a list or tuple that equals a value.")
        .param(Parameter::new("list", Type::Dynamic))
        .param(Parameter::new("value", Type::Dynamic))
        .build(
            |args| match args[0].ty() {
                Type::List(_) | Type::Tuple(_) => Ok(Type::Number),
                _ => Err(wrong(0, &args[0], "a list or a tuple")),
            },
            |args, _| {
                for (index, element) in args[0].elements().iter().enumerate() {
                    match compared(element, &args[1])? {
                        Some(true) => return Ok(index.into()),
                        Some(false) => {}
                        None => return Ok(Value::unknown(Type::Number)),
                    }
                }
                let value = args[1].describe();
                Err(FunctionError::at(1, format!("the list does not contain {value}")))
            },
        )
}

fn range() -> Function {
    Function::builder(
        "The numbers from a start to an end (exclusive), in steps. With two numbers, the step is 1 \
         or -1; with one, the start is 0.",
    )
    .variadic(Parameter::new("numbers", Type::Number))
    .returning(Type::list(Type::Number), |args, _| {
        let (start, end) = match args.len() {
            1 => (&Number::ZERO, number(args, 0)?),
            2 | 3 => (number(args, 0)?, number(args, 1)?),
            count => {
                let message = format!("one to three numbers are required, not {count}");
                return Err(FunctionError::new(message));
            }
        };
        let step = match args.len() {
            3 => number(args, 2)?.clone(),
            _ if end < start => Number::from(-1),
            _ => Number::ONE,
        };
        numbers(start, end, &step)
    })
}

fn numbers(start: &Number, end: &Number, step: &Number) -> Result<Value, FunctionError> {
    if step.is_zero() && start != end {
        return Err(FunctionError::must(2, "not be 0, because the start and the end differ"));
    }
    let down = step.is_negative();
    if down && end > start || !down && end < start {
        let sign = if down { "positive" } else { "negative" };
        let message = format!("be {sign} to get from {start} to {end}, not {step}");
        return Err(FunctionError::must(2, message));
    }
    let mut numbers = Vec::new();
    let mut next = start.clone();
    while if down { next > *end } else { next < *end } {
        if numbers.len() == MAX_RANGE {
            let message =
                format!("{start} to {end} in steps of {step} has more than {MAX_RANGE} numbers");
            return Err(FunctionError::new(message));
        }
        let after = next.add(step).map_err(|error| FunctionError::new(error.to_string()))?;
        numbers.push(Value::from(std::mem::replace(&mut next, after)));
    }
    Ok(Value::list(Type::Number, numbers))
}

fn reverse() -> Function {
    Function::builder("The elements of a list, set or tuple in reverse order.")
        .param(any("list"))
        .build(
            |args| match args[0].ty() {
                Type::Tuple(types) => Ok(Type::tuple(types.iter().rev().cloned())),
                Type::List(element) | Type::Set(element) => Ok(Type::List(element)),
                _ => Err(wrong(0, &args[0], "a list, set or tuple")),
            },
            |args, ty| {
                let (list, marks) = args[0].clone().unmark();
                let elements = list.elements().iter().rev().cloned().collect();
                Ok(sequence(ty, elements).with_marks(&marks))
            },
        )
}

fn slice() -> Function {
    Function::builder("The elements of a list or tuple from an index up to another one.")
        .param(any("list"))
        .param(Parameter::new("start_index", Type::Number))
        .param(Parameter::new("end_index", Type::Number))
        .build(
            |args| {
                let bounds = bounds(args)?;
                match (args[0].ty(), bounds) {
                    (list @ Type::List(_), _) => Ok(list),
                    (Type::Tuple(types), Some(bounds)) => {
                        Ok(Type::tuple(types[bounds].iter().cloned()))
                    }
                    (Type::Tuple(_), None) => Ok(Type::Dynamic),
                    (Type::Set(_), _) => Err(FunctionError::must(
                        0,
                        "be a list or a tuple, not a set, because a set has no indices",
                    )
                    .with_help("convert it with tolist")),
                    _ => Err(wrong(0, &args[0], "a list or a tuple")),
                }
            },
            |args, ty| {
                let (list, marks) = args[0].clone().unmark();
                let elements = list.elements();
                let kept =
                    bounds(args)?.and_then(|bounds| elements.get(bounds)).unwrap_or_default();
                Ok(sequence(ty, kept.to_vec()).with_marks(&marks))
            },
        )
}

/// Returns the range of indices of a slice, if both are known.
fn bounds(args: &[Value]) -> Result<Option<Range<usize>>, FunctionError> {
    let length = args[0].unmarked().length().and_then(|length| length.as_number()?.to_usize());
    let bound = |index: usize| {
        if !args[index].is_known() {
            return Ok(None);
        }
        match (count(args, index)?, length) {
            (bound, Some(length)) if bound > length => {
                let message = format!("be at most {length}, the length, not {bound}");
                Err(FunctionError::must(index, message))
            }
            (bound, _) => Ok(Some(bound)),
        }
    };
    match (bound(1)?, bound(2)?) {
        (Some(start), Some(end)) if start > end => {
            let message = format!("be at most {end}, the end index, not {start}");
            Err(FunctionError::must(1, message))
        }
        (Some(start), Some(end)) => Ok(Some(start..end)),
        _ => Ok(None),
    }
}

fn sort() -> Function {
    Function::builder("The strings of a list, sorted by code points.")
        .param(Parameter::new("list", Type::list(Type::String)).allow_unknown())
        .returning(Type::list(Type::String), |args, ty| {
            let (list, elements) = (&args[0], args[0].elements());
            if let Kind::Unknown(_, known) = list.kind() {
                let known = known.cloned().unwrap_or_default();
                return Ok(Value::unknown_refined(ty.clone(), known));
            }
            if !list.is_wholly_known() {
                // Only the number of elements is certain.
                let length = elements.len() as u64;
                let known = Refinement::not_null().with_length(length, Some(length));
                return Ok(Value::unknown_refined(ty.clone(), known));
            }
            if let Some(index) = elements.iter().position(Value::is_null) {
                let message = format!("contain only strings, but element {index} is null");
                return Err(FunctionError::must(0, message));
            }
            spend_on_sorting(elements);
            check_work()?;
            let mut sorted = elements.to_vec();
            sorted.sort_by(Value::total_cmp);
            Ok(Value::list(Type::String, sorted))
        })
}

fn list_element(list: &Value, argument: usize) -> Result<Type, FunctionError> {
    match list.ty() {
        Type::List(element) => Ok((*element).clone()),
        _ => Err(wrong(argument, list, "a list")),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, numbers, strings};
    use hcldyn_cty::{Number, Type, Value};

    #[test]
    fn an_index_wraps_around() {
        let element = |index: i64| call("element", [strings(["a", "b", "c"]), index.into()]);
        assert_eq!(element(4), "b".into());
        assert_eq!(element(-1), "c".into());
        // -2^63 = -3 × 3074457345618258603 + 1
        assert_eq!(element(i64::MIN), "b".into());
        assert!(
            error("element", [Value::tuple(vec![]), 0.into()])
                .starts_with("must have at least one element")
        );
    }

    #[test]
    fn indices_of_values() {
        let null = Value::null(Type::String);
        assert_eq!(error("index", [strings(["a"]), null]), "must not be null");
        assert_eq!(call("index", [strings(["a", "b"]), "b".into()]), 1.into());
        assert_eq!(
            error("index", [strings(["a"]), "z".into()]),
            r#"the list does not contain "z""#
        );
    }

    #[test]
    fn the_first_of_equal_elements_is_kept() {
        assert_eq!(call("distinct", [numbers([3, 1, 3, 2, 1])]), numbers([3, 1, 2]));
    }

    #[test]
    fn ranges_are_finite() {
        assert_eq!(call("range", [Value::from(3), 0.into()]), numbers([3, 2, 1]));
        assert_eq!(call("range", [Value::from(1024)]).elements().len(), 1024);
        assert!(error("range", [Value::from(1025)]).contains("more than 1024"));
        assert!(error("range", [Value::from(1), 5.into(), 0.into()]).contains("must not be 0"));
        assert_eq!(call("range", [Value::from(2), 2.into(), 0.into()]), numbers([]));
        assert!(error("range", [Value::from(Number::INFINITY)]).contains("more than 1024"));
        let message = error("range", [Value::from(1), 5.into(), (-1).into()]);
        assert_eq!(message, "must be positive to get from 1 to 5, not -1");
    }

    #[test]
    fn bounds_of_slices_are_checked() {
        let slice =
            |start: i64, end: i64| error("slice", [strings(["a", "b"]), start.into(), end.into()]);
        assert_eq!(slice(0, 3), "must be at most 2, the length, not 3");
        assert_eq!(slice(2, 1), "must be at most 1, the end index, not 2");
        assert_eq!(slice(-1, 1), "must be at least 0, not -1");
        let set = Value::set(Type::String, vec!["a".into()]);
        assert!(error("slice", [set, 0.into(), 1.into()]).contains("tolist"));
    }

    #[test]
    fn chunks_of_any_size() {
        let lists = |lists: Vec<Value>| Value::list(Type::list(Type::Number), lists);
        let chunks = call("chunklist", [numbers([1, 2, 3]), 2.into()]);
        assert_eq!(chunks, lists(vec![numbers([1, 2]), numbers([3])]));
        let chunks = call("chunklist", [numbers([1, 2, 3]), i64::MAX.into()]);
        assert_eq!(chunks, lists(vec![numbers([1, 2, 3])]));
        assert_eq!(call("chunklist", [numbers([]), 0.into()]), lists(vec![]));
    }
}
