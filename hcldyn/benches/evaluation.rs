//! Evaluation of common expressions.

#![allow(clippy::unwrap_used, reason = "a bench that cannot run should stop")]

use divan::{Bencher, black_box};
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_expression};

fn main() {
    divan::main();
}

#[divan::bench(args = [
    "42",
    "port + 1",
    "site.network.port",
    "(port + 1) * 2 - port / 4",
    "port > 80 && site.network.port < 9000",
    "port == 80 ? \"a\" : \"b\"",
    "\"http://${site.name}:${port}/\"",
    "[1, port, site.name]",
    "{ name = site.name, port = port }",
    "ports[1]",
    "sites[*].name",
    "upper(site.name)",
    "max(port, 1, 2)",
    "[for p in thousand : p + 1]",
    "[for p in thousand : p * 2 if p % 2 == 0]",
    "{ for p in thousand : p => p }",
    "\"%{ for p in thousand }${p},%{ endfor }\"",
    "secret == \"x\"",
])]
fn evaluate(bencher: Bencher<'_, '_>, text: &str) {
    let context = context();
    let mut diags = Diagnostics::new();
    let expression = parse_expression(&Source::new("bench", text), &mut diags).unwrap();
    bencher.bench_local(|| expression.value(black_box(&context), &mut diags));
    assert!(diags.is_empty(), "{diags}");
}

fn context() -> EvalContext {
    let network = Value::object([("port", Value::from(8080)), ("zone", Value::from("z"))]);
    let site = Value::object([("name", Value::from("one")), ("network", network)]);
    let thousand = (0..1000).map(Value::from).collect();
    EvalContext::new()
        .with_variable("port", Value::from(80))
        .with_variable("ports", Value::list(Type::Number, vec![80.into(), 443.into()]))
        .with_variable("site", site.clone())
        .with_variable("sites", Value::list(site.ty(), vec![site.clone(), site]))
        .with_variable("thousand", Value::list(Type::Number, thousand))
        .with_variable("secret", Value::from("x").mark(Mark::sensitive()))
        .with_functions(functions::all())
}
