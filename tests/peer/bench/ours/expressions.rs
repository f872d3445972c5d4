//! Evaluation of parsed expressions.

use std::hint::black_box;
use std::rc::Rc;

use hcldyn::cty::{Type, Value};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_expression};

use crate::measuring::{Case, Operation};

pub(crate) fn cases() -> Vec<Case> {
    let case = |line: &'static str| -> Case {
        let (name, text) = line.split_once('\t').unwrap();
        (format!("eval {name}"), Rc::new(move || evaluation(text)))
    };
    include_str!("../expressions.txt").lines().map(case).collect()
}

fn evaluation(text: &str) -> Operation {
    let context = context();
    let mut diags = Diagnostics::new();
    let expression = parse_expression(&Source::new("bench", text), &mut diags).unwrap();
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let value = expression.value(black_box(&context), &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value
    })
}

fn context() -> EvalContext {
    let network = Value::object([("port", Value::from(8080)), ("zone", Value::from("z"))]);
    let site = Value::object([("name", Value::from("one")), ("network", network)]);
    let numbers = (0..10_000).map(Value::from).collect();
    EvalContext::new()
        .with_variable("port", 80)
        .with_variable("ports", Value::list(Type::Number, vec![80.into(), 443.into()]))
        .with_variable("sites", Value::list(site.ty(), vec![site.clone(); 1_000]))
        .with_variable("site", site)
        .with_variable("numbers", Value::list(Type::Number, numbers))
        .with_functions(functions::all())
}
