//! The functions of the language: those of the library, and those that have another meaning here.

use std::time::SystemTime;

use hcldyn::cty::function::{FunctionError, Parameter};
use hcldyn::cty::{Function, Type, Value};
use hcldyn::ext::decode_functions;
use hcldyn::functions::effects::{system_random, timestamp, uuid};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};

/// Returns a context with all functions. Most of those that the library has not are functions of HCL.
pub(crate) fn context() -> EvalContext {
    let library = EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_functions([
            ("equal", comparison(true)),
            ("notequal", comparison(false)),
            ("coalesce", coalesce()),
            ("timestamp", timestamp(SystemTime::now)),
            ("uuidv4", uuid(system_random)),
        ]);
    let source = Source::new("functions.hcl", include_str!("functions.hcl"));
    let mut diags = Diagnostics::new();
    let body = parse_body(&source, &mut diags);
    let outer = library.clone();
    let (own, _) = decode_functions(&body, "function", move || outer.clone(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let home = std::env::var("HOME").unwrap_or_default();
    let homedir = Function::from_fn("The home directory.", [], move || home.clone());
    library.with_functions(own).with_function("homedir", homedir)
}

/// Returns a function that compares two values, also null ones.
fn comparison(equal: bool) -> Function {
    let operand = |name: &'static str| Parameter::new(name, Type::Dynamic).allow_null();
    Function::builder("Compares two values.")
        .param(operand("a"))
        .param(operand("b"))
        .returning(Type::Bool, move |args, _| {
            Ok(Value::bool((args[0].equals(&args[1]).as_bool() == Some(true)) == equal))
        })
}

/// Returns a function with the first argument that is not null. In the library, it also skips empty strings.
fn coalesce() -> Function {
    Function::builder("The first argument that is not null.")
        .variadic(Parameter::new("values", Type::Dynamic).allow_null())
        .returning(Type::Dynamic, |args, _| {
            let value = args.iter().find(|it| !it.is_null()).cloned();
            value.ok_or_else(|| FunctionError::new("all arguments are null"))
        })
}
