//! Calls that would need too much time or memory: each fails quickly with an error at its source location.

use hcldyn::source::Source;
use hcldyn::{Diagnostics, EvalContext, Type, Value, ext, functions, parse_expression};

/// Variables with large values.
fn context() -> EvalContext {
    let many = || (0..2_000).map(Value::from).collect();
    let aliases: String =
        (1..40).map(|n| format!("- &a{n} [*a{}, *a{}]\n", n - 1, n - 1)).collect();
    EvalContext::new()
                .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("mb2", "x".repeat(2 << 20))
        .with_variable("lines", "\n".repeat(1 << 20))
        .with_variable("kb16", "x".repeat(16 << 10))
        .with_variable("mb1", "x".repeat(1 << 20))
        .with_variable("copies", vec!["x".repeat(1 << 20); 80])
        .with_variable("many", Value::list(Type::Number, many()))
        .with_variable("words", vec!["a"; 2_000])
        .with_variable("brackets", "[".repeat(100_000))
        .with_variable("closed", "[".repeat(100_000) + &"]".repeat(100_000))
        .with_variable("braces", "{\"a\":".repeat(100_000))
        .with_variable("dashes", "- ".repeat(100_000))
        .with_variable("aliases", format!("- &a0 [1, 2]\n{aliases}"))
        .with_variable("groups", "(".repeat(100_000))
        .with_variable("nested", "(".repeat(200) + "a" + &"*)".repeat(200))
        .with_variable("template", "%{ for a in many }%{ for b in many }%{ for c in many }x%{ endfor }%{ endfor }%{ endfor }")
        .with_variable("columns", format!("{}\n{}", comma_separated(2_000), "x\n".repeat(10)))
}

fn comma_separated(count: usize) -> String {
    (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

/// Evaluates an expression, which must fail with an error inside it.
fn refused(ctx: &EvalContext, text: &str) -> String {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("call", text), &mut diags).unwrap();
    let value = expr.value(ctx, &mut diags);
    let error = diags.iter().next().unwrap_or_else(|| panic!("{text} gave {}", value.describe()));
    assert!(error.to_string().starts_with("call:1:"), "{text}: {error}");
    assert!(error.to_string().len() < 4_000, "{text}: a message of {}", error.to_string().len());
    diags.to_string()
}

#[test]
fn huge_results_are_rejected() {
    let ctx = context();
    for call in [
        r#"format("%999999999d", 1)"#,
        r#"format("%.999999999f", 1)"#,
        r#"format("%99999999999999999999d", 1)"#,
        r#"format("%-999999999s|", "a")"#,
        r#"format("%[999999999999]d", 1)"#,
        r#"formatlist("%999999999d", many)"#,
        "range(1000000000000)",
        "range(0, 1, 0.0000000000001)",
        "range(0, 10, 0)",
        "setproduct(many, many)",
        "setproduct(words, many, many, many, many, many, many, many)",
        "indent(1000000000000, lines)",
        "indent(100000, lines)",
        r#"join(mb1, words)"#,
        r#"join("", copies)"#,
        r#"replace(mb1, "x", mb1)"#,
        r#"replace(mb1, "", mb1)"#,
        r#"replace(mb1, "/x/", mb1)"#,
        r#"strrev(join("", copies))"#,
        r#"upper(join("", copies))"#,
        r#"split("", mb2)"#,
        "concat([for i in range(0, 900) : many]...)",
        "flatten([for i in range(0, 900) : many])",
        r#"templatestring(template, { many = many })"#,
        r#"cidrsubnets("10.0.0.0/8", [for n in many : 1]...)"#,
    ] {
        refused(&ctx, call);
    }
}

#[test]
fn bombs_in_strings_are_rejected() {
    let ctx = context();
    for call in [
        r#"regex("((a{900}){900}){900}", "a")"#,
        r#"regex("a{1000000000}", "a")"#,
        r#"regex("(a{0,1000}){0,1000}b", "a")"#,
        r#"regex("[[:alpha:]]{1000}{1000}", "a")"#,
        r#"regex(groups, "a")"#,
        r#"regex(nested, "b")"#,
        r#"regex("\\pL{1000}{10}", "a")"#,
        r#"replace("a", "/((a{900}){900}){900}/", "b")"#,
        r#"regex("(a*)*b", kb16)"#,
        r#"regex("(x+x+)+y", kb16)"#,
        r#"regex("(.*)(.*)(.*)(.*)(.*)y", kb16)"#,
        r#"regexall("x", mb1)"#,
        r#"regex(mb1, "a")"#,
        "jsondecode(brackets)",
        "jsondecode(closed)",
        "jsondecode(braces)",
        "yamldecode(brackets)",
        "yamldecode(closed)",
        "yamldecode(dashes)",
        "yamldecode(braces)",
        "yamldecode(aliases)",
        r#"yamldecode("&a [*a]")"#,
        "csvdecode(columns)",
        r#"parseint(mb1, 10)"#,
        "tonumber(mb1)",
        "timeadd(mb1, mb1)",
        "cidrhost(mb1, 1)",
        "base64decode(mb1)",
        "urldecode(\"%\")",
        r#"textdecodebase64(mb1, mb1)"#,
    ] {
        refused(&ctx, call);
    }
}
