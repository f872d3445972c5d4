//! Results of the functions of a configuration, and errors in their blocks and calls. The expected values are
//! those of the reference.

use super::*;
use crate::body::BlockSchema;
use crate::cty::Mark;
use crate::source::Source;
use crate::syntax::native::{parse_body, parse_expression};
use std::sync::OnceLock;

/// Returns a context with the functions of a source, which see `context` and each other.
fn functions(text: &str, context: &EvalContext, diags: &mut Diagnostics) -> EvalContext {
    let body = parse_body(&Source::new("t", text), diags);
    let own: Arc<OnceLock<EvalContext>> = Arc::default();
    let inner = Arc::clone(&own);
    let asked = move || inner.get().cloned().unwrap_or_default();
    let (functions, _) = decode_functions(&body, "function", asked, diags);
    let context = context.clone().with_functions(functions);
    own.set(context.clone()).unwrap();
    context
}

fn call_in(context: &EvalContext, text: &str, call: &str) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let context = functions(text, context, &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    let expr = parse_expression(&Source::new("call", call), &mut diags).unwrap();
    (expr.value(&context, &mut diags), diags)
}

fn value(text: &str, call: &str) -> Value {
    let context = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::String))
        .with_variable("dynamic", Value::dynamic())
        .with_variable("marked", Value::tuple(vec![Value::from(1).mark(Mark::new("m"))]));
    let (value, diags) = call_in(&context, text, call);
    assert!(diags.is_empty(), "{call}: {diags}");
    value
}

fn problem(text: &str, call: &str) -> String {
    call_in(&EvalContext::new(), text, call).1.to_string()
}

/// Returns the errors in the blocks, and the names of the valid functions.
fn decoded(text: &str) -> (String, Vec<String>) {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t", text), &mut diags);
    let (functions, _) = decode_functions(&body, "function", EvalContext::new, &mut diags);
    (diags.to_string(), functions.into_iter().map(|(name, _)| name.to_string()).collect())
}

const ADD: &str = r#"function "add" {
  params = [a, b]
  result = a + b
}
"#;
const ALL: &str = r#"function "all" {
  params = [a]
  variadic_param = rest
  result = [a, rest]
}
"#;
const PAIR: &str = r#"function "pair" {
  params = [a]
  result = [a, "b"]
}
"#;
const NULL: &str = r#"function "none" {
  params = []
  result = null
}
"#;

#[test]
fn results() {
    assert_eq!(value(ADD, "add(1, 2)"), Value::from(3));
    assert_eq!(value(NULL, "none()"), Value::null(Type::Dynamic));
    let rest = |rest: Vec<Value>| Value::tuple(vec![1.into(), Value::tuple(rest)]);
    assert_eq!(value(ALL, "all(1)"), rest(vec![]));
    assert_eq!(value(ALL, "all(1, \"x\", true)"), rest(vec!["x".into(), true.into()]));
}

#[test]
fn unknown_and_marked_arguments() {
    let unknown = Value::unknown(Type::tuple([Type::String, Type::String]));
    assert_eq!(value(PAIR, "pair(unknown)"), unknown);
    assert_eq!(value(PAIR, "pair(dynamic)"), Value::dynamic());
    let inside = Value::tuple(vec![Value::unknown(Type::String)]);
    let expected = Value::tuple(vec![inside, "b".into()]);
    assert_eq!(value(PAIR, "pair([unknown])"), expected);
    let expected = Value::tuple(vec![Value::tuple(vec![1.into()]), "b".into()]);
    assert_eq!(value(PAIR, "pair(marked)"), expected.mark(Mark::new("m")));
}

#[test]
fn arguments_are_checked() {
    assert!(problem(ADD, "add(1)").starts_with("call:1:6: error: "), "{}", problem(ADD, "add(1)"));
    assert!(problem(ADD, "add(1, 2, 3)").starts_with("call:1:11: error: "));
    let null = problem(ADD, "add(1, null)");
    assert!(null.starts_with("call:1:8: error: ") && null.contains("must not be null"), "{null}");
}

#[test]
fn errors_in_the_result_are_located_in_it() {
    let related = |text: &str, call: &str| {
        let (_, diags) = call_in(&EvalContext::new(), text, call);
        assert!(diags.to_string().contains("the result has an error: "), "{diags}");
        let related = diags.iter().flat_map(|it| &it.related);
        related.map(|it| format!("{} {}", it.place, it.message)).collect::<Vec<_>>()
    };
    assert_eq!(related(ADD, "add(1, \"x\")"), ["t:3:16 Invalid operand"]);
    let outside = r#"function "f" {
  params = []
  result = elsewhere
}
"#;
    assert_eq!(related(outside, "f()"), ["t:3:12 Variables not available"]);
}

#[test]
fn functions_see_their_context_and_each_other() {
    let text = r#"function "quadruple" {
  params = [n]
  result = add(add(n, n), twice)
}
"#;
    let context = EvalContext::new().with_variable("twice", 8);
    let (value, diags) = call_in(&context, &format!("{ADD}{text}"), "quadruple(4)");
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::from(16));
}

#[test]
fn unlimited_recursion_is_an_error() {
    for (result, problem_of_it) in [
        ("f(n + 1)", "the result has an error"),
        ("f(n + 1) + f(n + 2)", "exceed the limit"),
        ("[for i in [1, 2, 3] : f(n + i)]", "exceed the limit"),
    ] {
        let text = format!("function \"f\" {{\n  params = [n]\n  result = {result}\n}}\n");
        let found = problem(&text, "f(0)");
        assert!(found.contains(problem_of_it), "{found}");
        assert!(found.len() < 10_000, "{}", found.len());
    }
}

#[test]
fn calls_count_towards_the_limit() {
    let limits = crate::Limits::default().with_work(1_000);
    let context = EvalContext::new().with_limits(limits);
    let mut text = "function \"f0\" {\n  params = [n]\n  result = n\n}\n".to_owned();
    for level in 0..20 {
        text += &format!(
            "function \"f{}\" {{\n  params = [n]\n  result = f{level}(n) + f{level}(n)\n}}\n",
            level + 1
        );
    }
    assert_eq!(call_in(&context, &text, "f5(1)").0, Value::from(32));
    let found = call_in(&context, &text, "f20(1)").1.to_string();
    assert!(found.contains("exceed the limit of 1,000 steps"), "{found}");
}

#[test]
fn the_remaining_items_are_returned() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t", format!("{ADD}a = 1\nother {{}}\n")), &mut diags);
    let (_, rest) = decode_functions(&body, "function", EvalContext::new, &mut diags);
    let other = BlockSchema { ty: "other".into(), labels: vec![] };
    let a = AttributeSchema { name: "a".into(), required: true };
    let content = rest.content(
        &BodySchema { attributes: vec![a], blocks: vec![other], ..BodySchema::default() },
        &mut diags,
    );
    assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn invalid_functions_are_reported_and_omitted() {
    let block = |inside: &str| format!("function \"f\" {{\n{inside}\n}}\n{ADD}");
    for (inside, expected) in [
        (
            "params = a\nresult = 1",
            "t:2:10: error: Invalid parameters; The parameters must be a literal list of names. Write params = [a, b].",
        ),
        (
            "params = [a, \"b\"]\nresult = 1",
            "t:2:14: error: Invalid parameter; A parameter must be a single identifier, without quotes. Write the name by which the result refers to the argument.",
        ),
        (
            "params = []\nvariadic_param = a.b\nresult = 1",
            "t:3:18: error: Invalid parameter; A parameter must be a single identifier, without quotes. Write the name by which the result refers to the argument.",
        ),
        (
            "params = [a, b, a]\nresult = 1",
            "t:2:17: error: Duplicate parameter; The parameter \"a\" is already defined. Give this parameter another name.",
        ),
    ] {
        assert_eq!(decoded(&block(inside)), (expected.to_owned(), vec!["add".to_owned()]));
    }
    let (found, left) = decoded(&block("params = []\nextra = 1"));
    assert!(found.contains("result") && found.contains("extra"), "{found}");
    assert_eq!(left, ["add"]);
    let (found, left) = decoded(&format!("function {{\n}}\n{ADD}"));
    assert!(found.starts_with("t:1:10: error: Missing label"), "{found}");
    assert_eq!(left, ["add"]);
}

#[test]
fn a_duplicate_function_is_an_error() {
    let (found, left) = decoded(&format!("{ADD}{ADD}"));
    let expected = "t:5:10: error: Duplicate function; The function \"add\" is already defined. Give this function another name.";
    assert_eq!((found.as_str(), left.as_slice()), (expected, &["add".to_owned()][..]));
}

#[test]
fn null_arguments_on_request() {
    let text = "function \"or\" {\n  params         = []\n  variadic_param = values\n  result         = [for it in values : it if it != null][0]\n}\n";
    let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
    let read = |blocks: FunctionBlocks| {
        let (mut functions, _) = blocks.read(&body, &mut Diagnostics::new());
        functions.remove(0).1.into_function(EvalContext::new)
    };
    let strict = read(FunctionBlocks::new("function"));
    let lenient = read(FunctionBlocks::new("function").allow_null());
    let null = Value::null(Type::Dynamic);
    let args = vec![null.clone(), Value::null(Type::String), 3.into()];
    assert!(strict.call(args.clone()).is_err());
    assert_eq!(lenient.call(args).ok(), Some(3.into()));
    assert!(lenient.call(vec![null]).is_err());
}
