//! What evaluation says about each mistake: one snapshot, to be read as a whole.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use hcldyn::cty::{Mark, Type};
use hcldyn::ext::{can_fn, try_fn, with_fn};
use hcldyn::{Diagnostics, EvalContext, Limits, Value, functions, parse_expression};

/// One expression for each problem there is.
const MISTAKES: &[&str] = &[
    "porst + 1",
    "site.prot",
    "site.zzz",
    "tags.owmer",
    "nothing.name",
    "sites.name",
    "port.name",
    "nothing[0]",
    "ports[null]",
    "ports[\"a\"]",
    "ports[0.5]",
    "ports[-1]",
    "ports[2]",
    "[1][1]",
    "[][0]",
    "site[0]",
    "site[secret]",
    "tags[secret]",
    "toset(ports)[0]",
    "port[0]",
    "\"x\" + 1",
    "1 + port + true",
    "1 < nothing",
    "-nothing",
    "!port",
    "secret * 2",
    "later < true",
    "0 / 0",
    "true && nothing",
    "nothing ? 1 : 2",
    "port ? 1 : 2",
    "true ? ports : port",
    "true ? { a = 1 } : { b = [] }",
    "true ? { a = [port] } : { a = port }",
    "true ? [1, 2] : [ports, {}]",
    "true ? [1] : [\"a\", 2, {}]",
    "\"port ${nothing}\"",
    "\"port ${ports}\"",
    "\"%{ for p in ports }${nothing}%{ endfor }\"",
    "[for p in nothing : p]",
    "[for p in port : p]",
    "[for p in ports : p if nothing]",
    "[for p in ports : p if p]",
    "[for p in ports : ingress if p > 80]",
    "{ for p in ports : nothing => p }",
    "{ for p in ports : ports => p }",
    "{ for p in ports : \"k\" => p }",
    "{ for p in ports : secret => p }",
    "{ a.b = 1 }",
    "{ (nothing) = 1 }",
    "{ (ports) = 1 }",
    "{ a = 1, (\"a\") = 2 }",
    "empty_list[*]",
    "later[*].name",
    "sites[*].zzz",
    "sites[*].prot",
    "tolist([{ v = null }, { v = 1 }])[*].v[*]",
    "uper(\"a\")",
    "net::cidr(1)",
    "core::uper(1)",
    "cor::upper(1)",
    "upper()",
    "upper(\"a\", \"b\")",
    "upper(ports)",
    "max(nothing...)",
    "max(port...)",
    "max(1, \"x\")",
    "max()",
    "try(porst, site.zzz)",
    "with(1, port)",
    "with({ a = 1 }, a + b)",
    "[for p in range(1000) : p]",
    "\"${join(\"\", range(500))}!\"",
];

#[test]
fn messages_of_evaluation() {
    let context = context();
    let mut shown = String::new();
    for mistake in MISTAKES {
        let mut diags = Diagnostics::new();
        let expression = parse_expression("t", mistake, &mut diags).unwrap();
        expression.value(&context, &mut diags);
        assert!(!diags.is_empty(), "{mistake} is no mistake");
        writeln!(shown, "{mistake}").unwrap();
        for diag in &diags {
            let span = diag.place().unwrap().span().range();
            writeln!(shown, "{}{}", " ".repeat(span.start), "^".repeat(span.len().max(1))).unwrap();
            writeln!(shown, "  {}: {}\n  {}", diag.severity, diag.summary, diag.detail).unwrap();
            for value in &diag.values {
                writeln!(shown, "  with {value}").unwrap();
            }
        }
        shown.push('\n');
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn messages_where_nothing_is_available() {
    let mut diags = Diagnostics::new();
    let context = EvalContext::new();
    for text in ["port", "upper(1)"] {
        parse_expression("t", text, &mut diags).unwrap().value(&context, &mut diags);
    }
    assert_eq!(
        diags.to_string(),
        "t:1:1: Variables not allowed; The variable \"port\" cannot be used here: no variables are \
         available.\nt:1:1: Functions not allowed; The function \"upper\" cannot be called here: no \
         functions are available."
    );
}

fn context() -> EvalContext {
    let site = Value::object([("name", Value::from("a")), ("port", Value::from(80))]);
    let upper = functions::all().find(|(name, _)| *name == "upper").unwrap().1;
    EvalContext::new()
        .with_variable("port", Value::from(80))
        .with_variable("ports", Value::list(Type::Number, vec![80.into(), 443.into()]))
        .with_variable("site", site.clone())
        .with_variable("sites", Value::list(site.ty(), vec![site.clone(), site]))
        .with_variable("tags", Value::map(Type::String, vec![("owner".into(), "me".into())]))
        .with_variable("nothing", Value::null(Type::Dynamic))
        .with_variable("empty_list", Value::null(Type::list(Type::String)))
        .with_variable("later", Value::unknown(Type::Number))
        .with_variable("secret", Value::from("hunter2").mark(Mark::sensitive()))
        .with_functions(functions::all())
        .with_function("core::upper", upper)
        .with_function("try", try_fn())
        .with_function("can", can_fn())
        .with_function("with", with_fn())
        .with_limits(Limits { loop_elements: 100, template_bytes: 1_000, ..Limits::default() })
}
