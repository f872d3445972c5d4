use super::{Definition, Names};
use crate::HclDecode;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::{self, FunctionBlocks};
use crate::source::Source;
use crate::syntax::native::parse_body;

/// Returns the attributes and functions of a text as names.
fn names(text: &str) -> Names {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    let (functions, rest) = FunctionBlocks::new("function").read(&body, &mut diags);
    let ctx = EvalContext::new().with_functions(ext::all()).with_variable("fixed", "context");
    let names = Names::new(ctx);
    for (name, function) in functions {
        names.define_function(name, function);
    }
    for attribute in rest.everything().attributes {
        names.define(attribute.name.split("__"), Definition::of(&attribute.expr));
    }
    assert!(diags.is_empty(), "{diags}");
    names
}

/// Returns the value of a name, or the errors.
fn value(text: &str, name: &str) -> Result<Value, String> {
    let mut diags = Diagnostics::new();
    let value = names(text).value(&name.split('.').collect::<Vec<_>>(), &mut diags);
    if diags.has_errors() { Err(diags.to_string()) } else { Ok(value.unwrap()) }
}

#[test]
fn names_may_have_several_parts() {
    let text = "a__x = a.y + 1\na__y = 2\nb = a\nc = a[\"x\"] * 10\n";
    assert_eq!(value(text, "a.x"), Ok(3.into()));
    let whole = Value::object([("x", Value::from(3)), ("y", Value::from(2))]);
    assert_eq!(value(text, "b"), Ok(whole));
    assert_eq!(value(text, "c"), Ok(30.into()));
}

#[test]
fn only_what_a_name_needs_is_evaluated() {
    assert_eq!(value("a = missing\nb = 2\nc = b\n", "c"), Ok(2.into()));
}

#[test]
fn variables_of_the_context_hide_names() {
    assert_eq!(value("fixed = 1\na = fixed\n", "a"), Ok("context".into()));
}

#[test]
fn undefined_names_are_left_to_the_evaluation() {
    assert_eq!(value("a = try(b, 1)\n", "a"), Ok(1.into()));
    assert_eq!(value("a = try(b.y, 1)\nb__x = 2\n", "a"), Ok(1.into()));
    assert!(value("a = b\n", "a").unwrap_err().starts_with("a.hcl:1:5: error: "));
    assert_eq!(names("").value(&["a"], &mut Diagnostics::new()), None);
}

#[test]
fn the_last_definition_counts_until_it_is_used() {
    let (first, second) = (names("a = 1\nb = a\n"), names("a = 2\n"));
    let define =
        |value: i64| first.define(["a"], Definition::new(Vec::new(), move |_, _| value.into()));
    define(3);
    let read = |names: &Names| names.value(&["b"], &mut Diagnostics::new());
    assert_eq!(read(&first), Some(3.into()));
    define(4);
    assert_eq!(read(&first), Some(3.into()));
    assert_eq!(second.value(&["a"], &mut Diagnostics::new()), Some(2.into()));
}

#[test]
fn one_mistake_is_one_error() {
    let names = names("a = missing\nb = a\nc = try(a, 1)\n");
    let mut diags = Diagnostics::new();
    assert!(names.value(&["b"], &mut diags).unwrap().is_failed());
    assert!(names.value(&["c"], &mut diags).is_some());
    assert_eq!(diags.len(), 1, "{diags}");
}

#[test]
fn cycles_are_located() {
    let error = value("a = b\nb = c.x\nc__x = [b]\n", "a").unwrap_err();
    let expected = "a.hcl:2:5: error: Reference cycle; b depends on c.x and c.x depends on b.";
    assert!(error.starts_with(expected), "{error}");
    let error = value("a = a\n", "a").unwrap_err();
    assert!(error.contains("a depends on itself"), "{error}");
}

#[test]
fn a_cycle_may_lead_through_a_whole() {
    let error = value("a__x = 1\na__y = [a]\n", "a.y").unwrap_err();
    assert!(
        error.starts_with("a.hcl:2:9: error: Reference cycle; a.y depends on itself"),
        "{error}"
    );
}

/// Each of many names refers to the first one, too.
#[test]
fn overlapping_cycles_are_one_error() {
    let line = |index: usize| format!("a{index} = [a{}, a0]\n", index + 1);
    let text = (0..1_000).map(line).collect::<String>() + "a1000 = 1\n";
    let error = value(&text, "a0").unwrap_err();
    assert_eq!(error.matches("Reference cycle").count(), 1, "{error}");
}

/// Each of many names refers to all of them, or to all of many others. Both take linear time.
#[test]
fn wholes_are_made_once() {
    let text = |members: &str, all: &str| {
        let line = |index: usize| format!("{members}__x{index} = [{all}]\n");
        (0..1_000).map(line).collect::<String>() + "b__x = 1\n"
    };
    assert!(value(&text("a", "a"), "a.x0").is_err());
    let names = names(&(text("a", "b") + "c = [for it in a : it]\n"));
    assert!(names.value(&["c"], &mut Diagnostics::new()).is_some());
}

#[test]
fn functions_see_names() {
    let function = "function \"f\" {\n  params = [n]\n  result = n + base\n}\n";
    assert_eq!(
        value(&format!("{function}base = two\ntwo = 2\na = f(1)\nn = 9\n"), "a"),
        Ok(3.into())
    );
    // The error is that of the name, not of the call.
    let error = value(&format!("{function}base = missing\na = f(1)\n"), "a").unwrap_err();
    assert!(error.starts_with("a.hcl:5:8: error: "), "{error}");
    let error = value(&format!("{function}base = f(1)\n"), "base").unwrap_err();
    assert!(error.contains("base depends on itself by a function."), "{error}");
}

#[test]
fn long_chains_need_no_deep_recursion() {
    let count = 20_000;
    let mut text = String::from("a0 = 1\n");
    for index in 1..count {
        text += &format!("a{index} = a{} + 1\n", index - 1);
    }
    assert_eq!(value(&text, &format!("a{}", count - 1)), Ok(count.into()));
}

#[test]
fn bodies_are_decoded_with_the_names_that_they_refer_to() {
    #[derive(HclDecode)]
    #[hcl(crate = "crate")]
    struct Server {
        port: u16,
        host: String,
    }
    let names = names("port = base + 80\nbase = 8000\nwrong = missing\nhost = \"a\"\n");
    let decode = |text: &str, diags: &mut Diagnostics| {
        let body = parse_body(&Source::new("b.hcl", text), diags);
        // Variables of the context hide names.
        let ctx = EvalContext::new().with_variable("host", "b");
        names.decode::<Server>(&body, &ctx, diags)
    };
    let mut diags = Diagnostics::new();
    let server = decode("port = port + 1\nhost = host\n", &mut diags).unwrap();
    assert_eq!((server.port, server.host.as_str()), (8081, "b"));
    // Only the definition is reported, and other names are not evaluated before.
    assert!(diags.is_empty(), "{diags}");
    assert!(decode("port = wrong\nhost = host\n", &mut diags).is_none());
    assert!(diags.to_string().starts_with("a.hcl:3:9: error: "), "{diags}");
    assert_eq!(diags.len(), 1, "{diags}");
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
#[expect(dead_code, reason = "only the spec is used")]
struct Server {
    port: Option<u16>,
    host: Option<String>,
    #[hcl(block)]
    part: Vec<Part>,
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Part {}

#[test]
fn attributes_of_several_blocks_complete_each_other() {
    let (names, mut diags) = (Names::new(EvalContext::new()), Diagnostics::new());
    for text in ["host = \"a\"\nport = 1\nother = 3\npart {}\n", "port = \"2\"\n"] {
        let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        names.define_attributes::<Server>(&["server", "a"], &body, &EvalContext::new());
    }
    let expected = Value::object([("host", Value::from("a")), ("port", 2.into())]);
    names.define(["all"], Definition::of(&expression("server.a")));
    assert_eq!(names.value(&["all"], &mut diags), Some(expected));
    names.define_attributes::<Server>(
        &["server", "b"],
        &body("port = \"x\"\n"),
        &EvalContext::new(),
    );
    assert_eq!(
        names.value(&["server", "b", "host"], &mut diags),
        Some(Value::null(crate::cty::Type::String))
    );
    assert!(diags.is_empty(), "{diags}");
    assert!(names.value(&["server", "b", "port"], &mut diags).unwrap().is_failed());
    assert!(diags.to_string().starts_with("a.hcl:1:8: error: Wrong type; "), "{diags}");
}

fn body(text: &str) -> crate::body::Body {
    parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new())
}

fn expression(text: &str) -> crate::expr::Expression {
    crate::syntax::native::parse_expression(&Source::new("b.hcl", text), &mut Diagnostics::new())
        .unwrap()
}
