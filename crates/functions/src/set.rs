//! Functions on sets.

use super::Named;
use super::arguments::{any, converted, type_names, wrong};
use super::limits::check_elements;
use hcldyn_cty::convert::unify;
use hcldyn_cty::function::{FunctionBuilder, FunctionError, Parameter};
use hcldyn_cty::{Function, Kind, Marks, Refinement, Type, Value};

/// The number of elements of a tuple that count as one element of a product.
const SHORT_TUPLE: usize = 8;

/// The largest upper bound on the length of an unknown product, as in the reference.
const MAX_BOUND: u64 = 2048;

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("setintersection", many("The elements that are in all sets.", Operation::Intersection)),
        ("setproduct", setproduct()),
        ("setsubtract", setsubtract()),
        ("setunion", many("The elements that are in any of the sets.", Operation::Union)),
    ]
}

#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Union,
    Intersection,
    Difference,
}

fn many(description: &'static str, operation: Operation) -> Function {
    let builder = Function::builder(description).param(set_parameter("first"));
    combining(builder.variadic(set_parameter("others")), operation)
}

fn setsubtract() -> Function {
    let builder = Function::builder("The elements of a set that are not in another set.");
    combining(builder.param(set_parameter("a")).param(set_parameter("b")), Operation::Difference)
}

fn set_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, Type::set(Type::Dynamic)).allow_dynamic()
}

fn combining(builder: FunctionBuilder, operation: Operation) -> Function {
    builder.build(common_set, move |args, ty| {
        let mut result: Option<Vec<Value>> = None;
        for (index, arg) in args.iter().enumerate() {
            let set = converted(arg, index, ty)?;
            // Any element may turn out to equal an unknown one. Only a union is not affected.
            if operation != Operation::Union && !set.is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            result = Some(match result {
                None => set.elements().to_vec(),
                Some(elements) => operation.apply(elements, set.elements()),
            });
        }
        let element = ty.element().cloned().unwrap_or(Type::Dynamic);
        Ok(Value::set(element, result.unwrap_or_default()))
    })
}

impl Operation {
    /// Combines two lists of elements. The second one is sorted.
    fn apply(self, mut a: Vec<Value>, b: &[Value]) -> Vec<Value> {
        let holds = |element: &Value| b.binary_search_by(|probe| probe.total_cmp(element)).is_ok();
        match self {
            Self::Union => a.extend_from_slice(b),
            Self::Intersection => a.retain(holds),
            Self::Difference => a.retain(|element| !holds(element)),
        }
        a
    }
}

/// Returns the set type of the common element type of all sets. Empty sets without an element type fit any.
fn common_set(args: &[Value]) -> Result<Type, FunctionError> {
    let typeless = |set: &Value| {
        set.is_known() && set.elements().is_empty() && set.ty().element() == Some(&Type::Dynamic)
    };
    let types = args.iter().filter(|set| !typeless(set)).map(Value::ty);
    let elements: Vec<_> = types.map(|ty| ty.element().cloned().unwrap_or(Type::Dynamic)).collect();
    if elements.is_empty() {
        return Ok(Type::set(Type::Dynamic));
    }
    unify(&elements).map(Type::set).ok_or_else(|| {
        let names = type_names(&elements);
        FunctionError::new(format!(
            "the sets have no common element type; their element types are {names}"
        ))
    })
}

fn setproduct() -> Function {
    Function::builder(
        "All combinations of one element of each set, as tuples: in a set, or in a list if all \
         arguments are lists or tuples.",
    )
    .variadic(any("sets").allow_unknown())
    .build(product_type, |args, ty| {
        let mut marks = Marks::new();
        let sets: Vec<_> = args
            .iter()
            .map(|arg| {
                let (set, own) = arg.clone().unmark();
                marks.extend(own);
                set
            })
            .collect();
        let lengths: Option<Vec<_>> = sets.iter().map(known_length).collect();
        // The path of an error may have the keys of a sensitive map.
        let product = |tuple: &Type| {
            product(&sets, tuple).map_err(|it| if marks.is_empty() { it } else { it.hidden() })
        };
        let product = match (lengths, ty) {
            (None, _) => Value::unknown_refined(ty.clone(), product_length(&sets)),
            (Some(_), Type::List(tuple)) => Value::list((**tuple).clone(), product(tuple)?),
            (Some(_), _) => {
                let tuple = ty.element().cloned().unwrap_or(Type::Dynamic);
                Value::set(tuple.clone(), product(&tuple)?)
            }
        };
        Ok(product.with_marks(&marks))
    })
}

fn product_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() < 2 {
        return Err(FunctionError::new("at least two sets are required"));
    }
    let mut elements = Vec::new();
    let mut ordered = true;
    for (index, arg) in args.iter().enumerate() {
        elements.push(match arg.ty() {
            Type::Set(element) => {
                ordered = false;
                (*element).clone()
            }
            Type::List(element) => (*element).clone(),
            Type::Tuple(types) if types.is_empty() => Type::Dynamic,
            Type::Tuple(types) => unify(types.iter())
                .ok_or_else(|| FunctionError::must(index, "have elements of a common type"))?,
            _ => return Err(wrong(index, arg, "a set, list or tuple")),
        });
    }
    let tuple = Type::tuple(elements);
    Ok(if ordered { Type::list(tuple) } else { Type::set(tuple) })
}

fn known_length(set: &Value) -> Option<usize> {
    if set.is_known() { set.length()?.as_number()?.to_usize() } else { None }
}

/// Returns the product of sets of known lengths. The last set varies fastest.
fn product(sets: &[Value], tuple: &Type) -> Result<Vec<Value>, FunctionError> {
    let lengths = || sets.iter().map(|set| set.elements().len());
    if lengths().any(|length| length == 0) {
        return Ok(Vec::new());
    }
    let total = lengths().try_fold(1usize, usize::checked_mul);
    // Many sets make long tuples, and their elements count too.
    let total = total.unwrap_or(usize::MAX);
    check_elements(total.saturating_mul(sets.len().div_ceil(SHORT_TUPLE)))?;
    let Type::Tuple(types) = tuple else { return Ok(Vec::new()) };
    let mut columns = Vec::new();
    for (index, (set, ty)) in sets.iter().zip(types.iter()).enumerate() {
        let elements = set.elements().iter().map(|element| converted(element, index, ty));
        columns.push(elements.collect::<Result<Vec<_>, _>>()?);
    }
    let row = |mut rank: usize| {
        let mut row: Vec<_> = columns
            .iter()
            .rev()
            .map(|column| {
                let element = column[rank % column.len()].clone();
                rank /= column.len();
                element
            })
            .collect();
        row.reverse();
        Value::tuple(row)
    };
    Ok((0..total).map(row).collect())
}

/// Returns the refinement of the length of a product with some sets of unknown length.
fn product_length(sets: &[Value]) -> Refinement {
    let longest = sets.iter().map(longest).try_fold(1u64, |total, length| {
        total.checked_mul(length?).filter(|total| *total <= MAX_BOUND)
    });
    // A set may still turn out to be empty.
    Refinement::not_null().with_length(0, longest)
}

fn longest(set: &Value) -> Option<u64> {
    match (set.kind(), set.ty()) {
        (_, Type::Tuple(types)) => Some(types.len() as u64),
        (Kind::Unknown(_, known), _) => known?.max_length,
        _ => Some(set.elements().len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, numbers};
    use hcldyn_cty::{Type, Value};

    fn set(numbers: impl IntoIterator<Item = i64>) -> Value {
        Value::set(Type::Number, numbers.into_iter().map(Value::from).collect())
    }

    #[test]
    fn operations_on_sets() {
        assert_eq!(call("setunion", [set([1]), set([3]), set([2])]), set([1, 2, 3]));
        assert_eq!(call("setintersection", [set([1, 2, 3]), set([2, 3]), set([3])]), set([3]));
        assert_eq!(call("setsubtract", [set([1, 2]), set([2, 5])]), set([1]));
    }

    #[test]
    fn element_types_without_a_common_type_are_named_once() {
        let bools = Value::set(Type::Bool, vec![true.into()]);
        let message = error("setunion", [set([1]), bools, set([2])]);
        assert_eq!(
            message,
            "the sets have no common element type; their element types are number, bool"
        );
    }

    #[test]
    fn the_last_set_of_a_product_varies_fastest() {
        let pair = |a: i64, b: i64| Value::tuple(vec![a.into(), b.into()]);
        let product = call("setproduct", [numbers([1, 2]), numbers([3, 4])]);
        assert_eq!(product.elements(), [pair(1, 3), pair(1, 4), pair(2, 3), pair(2, 4)]);
    }

    #[test]
    fn large_products_are_rejected() {
        let thousand = || numbers(0..1001);
        let message = error("setproduct", [thousand(), thousand()]);
        assert_eq!(message, "the result would have more than 1000000 elements");
        let pairs = || numbers([1, 2]);
        let message =
            error("setproduct", std::iter::repeat_with(pairs).take(80).collect::<Vec<_>>());
        assert_eq!(message, "the result would have more than 1000000 elements");
        let one = || numbers([1]);
        let ones: Vec<_> = std::iter::repeat_with(one).take(1000).collect();
        assert_eq!(call("setproduct", ones).elements().len(), 1);
        assert_eq!(call("setproduct", [thousand(), thousand(), numbers([])]).elements().len(), 0);
    }
}
