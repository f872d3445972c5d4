//! Names without a prefix, with results calculated by hand.

use crate::cty::{Type, Value};
use crate::diag::Diagnostics;
use crate::environment::{Environment, TextForm};
use crate::expr::EvalContext;
use crate::ext::kit::{Globals, Inputs, Missing};
use crate::ext::{self, FunctionBlocks};
use crate::functions;
use crate::source::Source;
use crate::syntax::native::parse_body;

fn globals(files: &[&str]) -> Globals {
    let mut diags = Diagnostics::new();
    let mut globals = Globals::new(FunctionBlocks::new("function").last_wins());
    for (index, text) in files.iter().enumerate() {
        let source = Source::new(format!("{index}.hcl"), *text);
        globals.add(&parse_body(&source, &mut diags), &mut diags);
    }
    assert!(diags.is_empty(), "{diags}");
    globals
}

/// Returns the value of a name, and all errors.
fn value(files: &[&str], inputs: &Inputs, name: &str) -> (Value, String) {
    let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let (globals, mut diags) = (globals(files), Diagnostics::new());
    let names = globals.define(inputs, &ctx, &mut diags);
    let value = names.value(&[name], &mut diags).unwrap();
    globals.check(&names, &mut diags);
    (value, diags.to_string())
}

/// Returns the value of a name without errors.
fn good(files: &[&str], inputs: &Inputs, name: &str) -> Value {
    let (value, errors) = value(files, inputs, name);
    assert_eq!(errors, "");
    value
}

fn environment(form: TextForm, variables: &[(&str, &str)]) -> Inputs {
    let environment = Environment::with_prefix("").form(form).variables(variables.iter().copied());
    Inputs::new().environment(environment)
}

#[test]
fn the_last_definition_of_several_files_counts() {
    let files = [
        "a = \"${b}-${f(1)}\"\nb = 1\nvariable \"v\" {\n  default = 1\n}\n",
        "b = v\nfunction \"f\" {\n  params = [n]\n  result = n\n}\n",
        "variable \"v\" {\n  default = 2 * three\n}\nfunction \"f\" {\n  params = [n]\n  result = n + three\n}\n\
         three = 3\n",
    ];
    assert_eq!(good(&files, &Inputs::new(), "a"), "6-4".into());
}

#[test]
fn an_attribute_is_the_default_of_a_variable() {
    let file = "variable \"port\" {\n  type = number\n}\nport = \"80\"\n";
    assert_eq!(good(&[file], &Inputs::new(), "port"), 80.into());
    assert_eq!(good(&[file], &Inputs::new().argument("port=81"), "port"), 81.into());
}

#[test]
fn values_from_outside_have_the_type_of_the_variable_or_of_its_default() {
    let file = "variable \"zones\" {\n  type = list(string)\n}\nvariable \"port\" {\n  default = base + 1\n}\nbase = 79\n";
    let zones = environment(TextForm::Csv, &[("zones", "a,b"), ("port", "8080")]);
    let expected = Value::list(Type::String, vec!["a".into(), "b".into()]);
    assert_eq!(good(&[file], &zones, "zones"), expected);
    assert_eq!(good(&[file], &zones, "port"), 8080.into());
    let json = environment(TextForm::Json, &[("zones", "[\"a\", \"b\"]"), ("port", "8")]);
    let json = json.missing(Missing::Empty);
    assert_eq!(good(&[file], &json, "zones"), expected);
    let (failed, errors) = value(&[file], &json.argument("port=x"), "port");
    assert!(failed.is_failed());
    let start = "<command line>:1:6: error: Wrong type; Invalid value for the variable \"port\": ";
    assert!(errors.starts_with(start) && !errors.contains('\n'), "{errors}");
}

#[test]
fn variables_without_a_value_are_missing_null_or_empty() {
    let file = "variable \"a\" {}\n";
    let (_, errors) = value(&[file], &Inputs::new(), "a");
    assert_eq!(
        errors,
        "0.hcl:1:1: error: Missing value; The variable \"a\" has no value and no default. Give it a value, or \
         write a default in its block."
    );
    let empty = Inputs::new().missing(Missing::Empty);
    assert_eq!(good(&[file], &empty, "a"), "".into());
    let typed = "variable \"a\" {\n  type = list(number)\n}\n";
    assert_eq!(good(&[typed], &empty, "a"), Value::null(Type::list(Type::Number)));
}

#[test]
fn conditions_see_all_names() {
    let file = "limit = 10\nvariable \"size\" {\n  default = limit * 2\n  validation {\n    condition     = size < limit\n    \
                error_message = \"At most ${limit}.\"\n  }\n}\n";
    assert_eq!(good(&[file], &Inputs::new().argument("size=3"), "size"), 3.into());
    let (_, errors) = value(&[file], &Inputs::new(), "size");
    let expected = "0.hcl:2:1: error: Invalid value for the variable \"size\": At most 10.";
    assert_eq!(errors, expected);
}

#[test]
fn each_error_is_reported_once() {
    let file =
        "a = missing\nb = a\nc = a + b\nvariable \"v\" {\n  type = number\n  default = c\n}\n";
    let (_, errors) = value(&[file], &Inputs::new(), "v");
    assert!(errors.starts_with("0.hcl:1:5: error: ") && !errors.contains('\n'), "{errors}");
    let cycle = "a = f()\nvariable \"v\" {\n  default = a\n}\nfunction \"f\" {\n  params = []\n  result = v\n}\n";
    let (_, errors) = value(&[cycle], &Inputs::new(), "v");
    assert!(
        errors.contains("depends on itself by a function") && !errors.contains('\n'),
        "{errors}"
    );
    let function = "function \"f\" {\n  params = [a]\n  result = a + other\n}\nb = 1\n";
    let (_, errors) = value(&[function], &Inputs::new(), "b");
    let expected = "0.hcl:3:16: error: Undefined name; \"other\" is not a parameter, a variable or an attribute.";
    assert_eq!(errors, expected);
}

#[test]
fn sensitive_defaults_are_hidden() {
    let file = "variable \"key\" {\n  type      = number\n  sensitive = true\n  default   = secret\n}\nsecret = \"abc\"\n";
    let (key, errors) = value(&[file], &Inputs::new(), "key");
    assert!(
        key.is_failed() && errors.contains("It is hidden because") && !errors.contains("abc"),
        "{errors}"
    );
    let (key, errors) = value(&[file], &Inputs::new().argument("key=12x4"), "key");
    assert!(key.is_failed() && !errors.contains("12x4"), "{errors}");
}

#[test]
fn the_context_takes_precedence() {
    let (mut diags, ctx) = (Diagnostics::new(), EvalContext::new().with_variable("a", 1));
    let globals = globals(&["a = 2\nb = a\n"]);
    let names = globals.define(&Inputs::new(), &ctx, &mut diags);
    assert_eq!(names.value(&["b"], &mut diags), Some(1.into()));
}

#[test]
fn ten_thousand_names_in_a_chain() {
    let lines: String = (0..10_000).map(|i| format!("a{i} = a{} + 1\n", i + 1)).collect();
    let file = format!("{lines}variable \"a10000\" {{\n  default = 0\n}}\n");
    assert_eq!(good(&[&file], &Inputs::new(), "a0"), 10_000.into());
}

#[test]
fn an_undeclared_argument_is_an_error() {
    let (_, errors) = value(
        &["variable \"port\" {\n  default = 1\n}\n"],
        &Inputs::new().argument("prot=2"),
        "port",
    );
    assert!(errors.starts_with("<command line>:1:1: error: Undeclared variable; "), "{errors}");
}

#[test]
fn the_environment_of_declared_variables() {
    let globals = globals(&["variable \"a\" {\n  default = \"\"\n}\nb = 1\n"]);
    let variables = [("a", "1"), ("a_JSON", "\"2\""), ("b", "3"), ("c", "4")];
    let (mut diags, ctx) = (Diagnostics::new(), EvalContext::new());
    for (suffix, form, expected) in [("", TextForm::Csv, "1"), ("_JSON", TextForm::Json, "2")] {
        let environment = globals.environment(suffix).form(form).variables(variables);
        let inputs = Inputs::new().environment(environment);
        let names = globals.define(&inputs, &ctx, &mut diags);
        assert_eq!(names.value(&["a"], &mut diags), Some(expected.into()));
    }
    assert!(diags.is_empty(), "{diags}");
}
