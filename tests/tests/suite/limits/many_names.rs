//! Sources and specs with thousands of names. Each test takes a second or two, but would take minutes if
//! every name were compared with every other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcldyn::body::Body;
use hcldyn::cty::{Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::ext::graph::{BlockKind, Definitions};
use hcldyn::spec::{AttrSpec, BlocksSpec, Rest, Spec, decode, language};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{
    Decoder, Diagnostics, EvalContext, HclDecode, ext, functions, parse_body, parse_expression,
};

const MANY: usize = 10_000;

fn name(index: usize) -> String {
    format!("name_{index:05}")
}

fn names() -> impl Iterator<Item = String> {
    (0..MANY).map(name)
}

/// Returns a source with one item for each name.
fn text(item: impl Fn(&str) -> String) -> String {
    names().map(|name| item(&name)).collect()
}

fn body(file: &str, text: String) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&Source::new(file, text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn number(name: &str) -> AttrSpec {
    AttrSpec::new(name, Type::Number)
}

fn attributes() -> Spec {
    Spec::object(names().map(|name| (name.clone(), number(&name).required().into())))
}

fn block(ty: &str) -> BlocksSpec {
    BlocksSpec::new(ty, Spec::object([("size", number("size").into())]))
}

fn blocks(with: impl Fn(BlocksSpec) -> BlocksSpec) -> Spec {
    Spec::object(names().map(|name| (name.clone(), Spec::from(with(block(&name))))))
}

/// Decodes a body without errors.
fn decoded(body: &Body, spec: &Spec) -> Value {
    let mut diags = Diagnostics::new();
    let value = decode(body, spec, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    value
}

/// Returns the diagnostics of a body. The first one must suggest the first name.
fn failed(body: &Body, spec: &Spec) -> Diagnostics {
    let mut diags = Diagnostics::new();
    decode(body, spec, &EvalContext::new(), &mut diags);
    let first = diags.iter().next().unwrap().to_string();
    assert!(first.contains(r#"Did you mean "name_00000"?"#), "{first}");
    diags
}

fn properties(ending: &str) -> String {
    let properties: Vec<_> = names().map(|name| format!("\"{name}{ending}\": 1")).collect();
    format!("{{{}}}", properties.join(",\n"))
}

/// Returns an object with the same value for each name.
fn all(value: &Value) -> Value {
    Value::object(names().map(|name| (name, value.clone())))
}

#[test]
fn attributes_are_decoded() {
    let spec = attributes();
    assert_eq!(spec.check(), Ok(()));
    let expected = all(&1.into());
    assert_eq!(decoded(&body("t.hcl", text(|name| format!("{name} = 1\n"))), &spec), expected);
    assert_eq!(decoded(&body("t.hcl.json", properties("")), &spec), expected);
}

#[test]
fn misspelled_attributes() {
    for body in
        [body("t.hcl", text(|name| format!("{name}s = 1\n"))), body("t.hcl.json", properties("s"))]
    {
        let diags = failed(&body, &attributes());
        assert_eq!((diags.len(), diags.error_count()), (Diagnostics::DEFAULT_LIMIT, MANY));
    }
}

#[test]
fn aliases_are_known_and_not_suggested() {
    let spec = |name: String| (name.clone(), number(&name).alias(format!("{name}_old")).into());
    let spec = Spec::object(names().map(spec));
    let renamed = body("t.hcl", text(|name| format!("{name}_old = 1\n")));
    assert_eq!(decoded(&renamed, &spec), all(&1.into()));
    failed(&body("t.hcl", text(|name| format!("{name}s = 1\n"))), &spec);
}

#[test]
fn block_types() {
    let spec = blocks(|block| block);
    assert_eq!(spec.check(), Ok(()));
    let value = decoded(&body("t.hcl", text(|name| format!("{name} {{\n  size = 1\n}}\n"))), &spec);
    assert_eq!(value, all(&Value::object([("size", 1.into())])));
    failed(&body("t.hcl", text(|name| format!("{name}s {{\n  size = 1\n}}\n"))), &spec);
}

#[test]
fn generated_block_types() {
    let spec = blocks(BlocksSpec::dynamic);
    let generated = |name: &str| {
        format!(
            r#"dynamic "{name}" {{
  for_each = [1]
  content {{
    size = 1
  }}
}}
"#
        )
    };
    let value = decoded(&body("t.hcl", text(generated)), &spec);
    assert!(value.as_object().unwrap().values().iter().all(|block| !block.is_null()));
    let misspelt = body("t.hcl", text(|name| generated(&format!("{name}s"))));
    failed(&misspelt, &spec);
    failed(&dynblock::expand(&misspelt, &EvalContext::new()), &blocks(|block| block));
}

#[test]
fn several_types_in_one_collection() {
    let size = || Spec::object([("size", number("size").into())]);
    let spec = Spec::from(BlocksSpec::of_types(names().map(|name| (name, size()))).tuple());
    assert_eq!(spec.check(), Ok(()));
    let value = decoded(&body("t.hcl", text(|name| format!("{name} {{}}\n"))), &spec);
    assert_eq!(value.elements().len(), MANY);
}

#[test]
fn labels() {
    let spec = BlocksSpec::new("user", Spec::object([("size", number("size").into())])).map("name");
    let spec = Spec::from(spec);
    let body = body("t.hcl", text(|name| format!("user \"{name}\" {{}}\n")));
    assert_eq!(decoded(&body, &spec).elements().len(), MANY);
}

#[test]
fn the_rest_of_a_body() {
    let mut spec: Vec<_> = names().map(|name| (name.clone(), number(&name).into())).collect();
    spec.push(("rest".to_owned(), Spec::Rest(Rest::Body)));
    let text = || text(|name| format!("{name} = 1\n{name}_more = 2\n"));
    let value = decoded(&body("t.hcl", text()), &Spec::object(spec));
    assert!(names().all(|name| value.get(&name) == Some(&1.into())));
    let schema = attributes().implied_schema();
    let (_, rest) = body("t.hcl", text()).partial_content(&schema, &mut Diagnostics::new());
    assert_eq!(rest.just_attributes(&mut Diagnostics::new()).len(), MANY);
}

#[test]
fn merged_bodies() {
    let halves = [0, 1].map(|half| {
        let names = (0..MANY).filter(|index| index % 2 == half).map(name);
        body("t.hcl", names.map(|name| format!("{name} = 1\n")).collect())
    });
    assert_eq!(decoded(&Body::merge(halves).unwrap(), &attributes()), all(&1.into()));
}

#[test]
fn spec_files() {
    let mut text = "object {\n".to_owned();
    for name in names() {
        writeln!(text, "attr \"{name}\" {{\n  type = number\n}}").unwrap();
        writeln!(text, "block \"{name}_block\" {{\n  object {{}}\n}}").unwrap();
    }
    text.push_str("}\n");
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("spec.hcl", text), &mut diags);
    let file = language::read(&body, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(file.unwrap().spec.implied_schema().attributes.len(), MANY);
}

#[test]
fn mistakes_in_specs() {
    let spec = |name: String| {
        let twice = Spec::tuple([number(&name).into(), Spec::from(block(&name))]);
        (name, twice)
    };
    let problems = Spec::object(names().map(spec)).check().unwrap_err();
    assert_eq!(problems.mistakes.len(), MANY);
}

/// Returns a context with many variables, in which names are searched.
fn ctx() -> EvalContext {
    let mut ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    for name in names().take(MANY / 5) {
        ctx.set_variable(name, 1);
    }
    ctx
}

fn evaluated(ctx: &EvalContext, text: &str) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("t", text), &mut diags).unwrap();
    (expr.value(ctx, &mut diags), diags)
}

#[test]
fn undefined_variables() {
    let text = format!("[{}]", text(|name| format!("{name}s,\n")));
    let (_, diags) = evaluated(&ctx(), &text);
    assert_eq!((diags.len(), diags.error_count()), (Diagnostics::DEFAULT_LIMIT, MANY));
    assert!(diags.iter().all(|problem| problem.help.contains("Did you mean")), "{diags}");
}

#[test]
fn undefined_names_in_attempts() {
    let attempts = |undefined: &str| {
        format!("length([for i in range(300): [for j in range(100): try({undefined}, 1)]])")
    };
    let (value, diags) = evaluated(&ctx(), &attempts("undefined_name"));
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::from(300));
    for undefined in ["undefined()", "name::undefined()"] {
        let (_, diags) = evaluated(&ctx(), &attempts(undefined));
        assert_eq!(diags.len(), 1, "{diags}");
    }
}

#[test]
fn one_undefined_variable_in_many_blocks() {
    let spec = BlocksSpec::new("user", Spec::object([("size", number("size").into())])).dynamic();
    let text = r#"dynamic "user" {
  for_each = [for i in range(1000): i]
  content {
    size = name
  }
}
"#;
    let mut diags = Diagnostics::new();
    decode(&body("t.hcl", text.repeat(5)), &Spec::from(spec.tuple()), &ctx(), &mut diags);
    assert_eq!((diags.len(), diags.error_count()), (5, 5_000));
}

/// Returns the source of an object with the same value for each name.
fn object(value: &str) -> String {
    format!("{{\n{}}}", text(|name| format!("  {name} = {value}\n")))
}

#[test]
fn wrong_elements_of_a_map() {
    let spec = Spec::object([(
        "ports",
        AttrSpec::new("ports", Type::map(Type::Number)).required().into(),
    )]);
    let mut diags = Diagnostics::new();
    let body = body("t.hcl", format!("ports = {}\n", object("\"x\"")));
    decode(&body, &spec, &EvalContext::new(), &mut diags);
    assert_eq!((diags.len(), diags.error_count()), (Diagnostics::DEFAULT_LIMIT, MANY));
    let last = diags.iter().last().unwrap().to_string();
    assert!(last.contains("t.hcl:101:"), "{last}");
}

#[test]
fn rejected_elements_of_a_map() {
    #[derive(Debug, HclDecode)]
    #[hcl(with(u16 = even))]
    struct Config {
        _ports: BTreeMap<String, u16>,
    }
    fn even(port: u16) -> Result<u16, String> {
        if port.is_multiple_of(2) { Ok(port) } else { Err(format!("{port} is odd")) }
    }
    let text = format!("_ports = {}\n", object("1"));
    let found = hcldyn::from_str::<Config>(&text, &EvalContext::new()).unwrap_err();
    assert_eq!(found.error_count(), 100);
    assert!(found.to_string().contains("name_00099"), "{found}");
}

#[derive(Debug, HclDecode)]
struct Config {
    port: u16,
}

/// Returns a block that defines a function of the configuration.
fn function(name: &str, params: &str, result: &str) -> String {
    format!("function \"{name}\" {{\n  params = [{params}]\n  result = {result}\n}}\n")
}

/// Decodes an expression with the functions of a configuration.
fn with_functions(text: &str, port: &str) -> Result<u16, Diagnostics> {
    let text = format!("{text}port = {port}\n");
    let decoder = Decoder::new().functions("function").text("t.hcl", text);
    decoder.decode::<Config>().map(|loaded| loaded.value.port)
}

#[test]
fn parameters_of_a_function() {
    let params = |ending: &str| text(|name| format!("{name}{ending},\n"));
    let last = name(MANY - 1);
    let call = format!("f({}80)", "1, ".repeat(MANY - 1));
    assert_eq!(with_functions(&function("f", &params(""), &last), &call).unwrap(), 80);
    let twice = function("f", &(params("") + &params("")), "1");
    assert_eq!(with_functions(&twice, "1").unwrap_err().error_count(), MANY);
}

#[test]
fn functions_that_call_many_others() {
    let calls: Vec<_> = names().map(|name| format!("{name}()")).collect();
    let all = text(|name| function(name, "", "1"))
        + &function("all", "", &format!("[{}]", calls.join(",\n")));
    assert_eq!(with_functions(&all, "all()[9999] + 79").unwrap(), 80);
}

#[test]
fn functions_in_cycles() {
    // Each function calls the next one and itself.
    let chain = |index: usize| match index + 1 {
        MANY => format!("{}()", name(index)),
        next => format!("[{}(), {}()]", name(next), name(index)),
    };
    let text = |result: &dyn Fn(usize) -> String| -> String {
        (0..MANY).map(|index| function(&name(index), "", &result(index))).collect()
    };
    assert_eq!(with_functions(&text(&chain), "1").unwrap_err().error_count(), MANY);
    // Each function calls the next one, and the last function calls all of them.
    let calls: Vec<_> = names().map(|name| format!("{name}()")).collect();
    let back = |index: usize| match index + 1 {
        MANY => format!("[{}]", calls.join(",\n")),
        next => format!("{}()", name(next)),
    };
    let found = with_functions(&text(&back), "1").unwrap_err();
    assert_eq!(found.error_count(), 1);
    let text = found.to_string();
    assert!(text.contains("9,980 more call one another") && text.len() < 10_000, "{text}");
}

/// Returns definitions of local values, and the source of one for each name.
fn locals() -> (Definitions, String) {
    let locals = BlockKind::new("locals", &[]).attributes_define(&["local"]);
    (Definitions::new().block(locals), format!("locals {}\n", object("1")))
}

#[test]
fn references_to_all_of_many_names() {
    let (definitions, locals) = locals();
    let body = body("t.hcl", locals + &text(|name| format!("{name} = local\n")));
    let mut diags = Diagnostics::new();
    let graph = definitions.graph(&body, &mut diags);
    let (_, rest) = body.partial_content(&definitions.schema(), &mut diags);
    assert_eq!(graph.unused(&rest).len(), 0);
}

#[test]
fn generated_blocks_that_need_all_of_many_names() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, dynamic)]
        #[expect(dead_code, reason = "the text is not decoded whole")]
        user: Vec<User>,
    }
    #[derive(Debug, HclDecode)]
    struct User {
        #[hcl(label)]
        _name: String,
        _others: Option<usize>,
    }
    // All users depend on the whole of all users of another type.
    let users = text(|name| format!("user \"{name}\" {{\n  _others = length(user)\n}}\n"));
    let generated = r#"dynamic "user" {
  for_each = [for name, it in user : name]
  labels = ["x"]
  content {}
}
"#;
    let decoder = Decoder::new()
        .context(EvalContext::new().with_functions(functions::all()))
        .references("user")
        .text("t.hcl", users + generated);
    let found = decoder.decode::<Config>().unwrap_err().to_string();
    assert_eq!(
        found,
        "t.hcl:2:20: error: Reference cycle; user.name_00000 depends on itself: it refers to all of user here. \
         Remove this reference.\n\
         t.hcl:30001:1: error: Duplicate definition; user.x is already defined at t.hcl:30001:1. Define each name \
         once."
    );
}
