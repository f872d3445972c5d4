//! The variables and functions that the expressions of an input see.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::{EvalContext, Limits, ext, functions};

/// Low limits, so that inputs reach them and thousands run per second.
fn limits() -> Limits {
    Limits::default().with_generated_blocks(500).with_work(10_000)
}

/// Returns a context of known variables.
pub(crate) fn known() -> EvalContext {
    with_variables(|value| value)
}

/// Returns a context in which every second variable is unknown.
pub(crate) fn half_known() -> EvalContext {
    let mut is_next_known = false;
    with_variables(|value| {
        is_next_known = !is_next_known;
        if is_next_known { value } else { Value::unknown(value.ty()) }
    })
}

fn with_variables(mut seen_as: impl FnMut(Value) -> Value) -> EvalContext {
    let variables = [
        ("a", Value::from(1)),
        ("b", Value::from("x")),
        ("c", Value::from(true)),
        ("d", Value::tuple(vec![Value::from(1), Value::from("two"), Value::from(true)])),
        ("e", Value::object([("k", Value::from("v")), ("n", Value::null(Type::Number))])),
        ("f", Value::list(Type::String, vec!["p".into(), "q".into()])),
        ("g", Value::map(Type::Number, vec![("one".into(), 1.into()), ("two".into(), 2.into())])),
        ("h", Value::null(Type::String)),
        ("i", Value::set(Type::Number, vec![Value::from(3), Value::from(1)])),
        ("s", Value::from("secret").mark(Mark::sensitive())),
    ];
    variables
        .into_iter()
        .fold(EvalContext::new(), |ctx, (name, value)| ctx.with_variable(name, seen_as(value)))
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_limits(limits())
}
