//! Calls that would need too much time or memory: each fails quickly with an error at its source location.

use hcldyn::cty::{Type, Value};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_expression};

const TOO_LONG: &str = "the result would have more than 67108864 bytes";
const TOO_MANY: &str = "the result would have more than 1000000 elements";
const TOO_WIDE: &str = "has a width or precision of more than 1000";
const TOO_MUCH_WORK: &str = "exceed the limit of 8,000,000 steps";

/// Variables with large values.
fn context() -> EvalContext {
    let many = || (0..2_000).map(Value::from).collect();
    let aliases: String =
        (1..40).map(|n| format!("- &a{n} [*a{}, *a{}]\n", n - 1, n - 1)).collect();
    let loops = ["a", "b", "c"].map(|name| format!("%{{ for {name} in many }}")).concat();
    let template = loops + "x" + &"%{ endfor }".repeat(3);
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
        .with_variable("template", template)
}

/// Evaluates calls. Each must fail, with an error inside the call that contains the reason.
fn rejected(calls: &[(&str, &str)]) {
    let ctx = context();
    let mut wrong = Vec::new();
    for (call, reason) in calls {
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("call", *call), &mut diags).unwrap();
        let value = expr.value(&ctx, &mut diags);
        let found = diags.to_string();
        let is_short = diags.iter().all(|error| error.to_string().len() < 4_000);
        if !(found.starts_with("call:1:") && found.contains(reason) && is_short) {
            wrong.push(format!("{call} is {}: {found:.600}", value.describe()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn huge_results_are_rejected() {
    rejected(&[
        (r#"format("%999999999d", 1)"#, TOO_WIDE),
        (r#"format("%.999999999f", 1)"#, TOO_WIDE),
        (r#"format("%99999999999999999999d", 1)"#, TOO_WIDE),
        (r#"format("%-999999999s|", "a")"#, TOO_WIDE),
        (r#"formatlist("%999999999d", many)"#, TOO_WIDE),
        ("range(1000000000000)", "0 to 1000000000000 in steps of 1 has more than 1024 numbers"),
        ("range(0, 1, 0.0000000000001)", "has more than 1024 numbers"),
        ("range(0, 10, 0)", "must not be 0, because the start and the end differ"),
        ("setproduct(many, many)", TOO_MANY),
        ("setproduct(words, many, many, many, many, many, many, many)", TOO_MANY),
        ("indent(1000000000000, lines)", TOO_LONG),
        ("indent(100000, lines)", TOO_LONG),
        (r#"join(mb1, words)"#, TOO_LONG),
        (r#"join("", copies)"#, TOO_LONG),
        (r#"replace(mb1, "x", mb1)"#, TOO_LONG),
        (r#"replace(mb1, "", mb1)"#, TOO_LONG),
        (r#"replace(mb1, "/x/", mb1)"#, TOO_MUCH_WORK),
        (r#"strrev(join("", copies))"#, TOO_LONG),
        (r#"upper(join("", copies))"#, TOO_LONG),
        (r#"split("", mb2)"#, TOO_MANY),
        ("concat([for i in range(0, 900) : many]...)", TOO_MANY),
        ("flatten([for i in range(0, 900) : many])", TOO_MANY),
        (r#"templatestring(template, { many = many })"#, TOO_MUCH_WORK),
    ]);
}

#[test]
fn bombs_in_strings_are_rejected() {
    rejected(&[
        (r#"regex("((a{900}){900}){900}", "a")"#, "too large"),
        (r#"regex("a{1000000000}", "a")"#, "too large"),
        (r#"regex("(a{0,1000}){0,1000}b", "a")"#, "too large"),
        (r#"regex("([[:alpha:]]{1000}){1000}", "a")"#, "too large"),
        (r#"regex(groups, "a")"#, "too large"),
        (r#"regex(nested, "b")"#, "exceed the maximum number of nested parentheses/brackets (250)"),
        (r#"regex("(\\pL{1000}){10}", "a")"#, "too large"),
        (r#"replace("a", "/((a{900}){900}){900}/", "b")"#, "too large"),
        (r#"regexall("x", mb1)"#, TOO_MUCH_WORK),
        (r#"regex(mb1, "a")"#, "too large"),
        ("jsondecode(brackets)", "can be nested at most 128 levels deep"),
        ("jsondecode(closed)", "can be nested at most 128 levels deep"),
        ("jsondecode(braces)", "can be nested at most 128 levels deep"),
        ("yamldecode(brackets)", "recursion limit exceeded"),
        ("yamldecode(closed)", "recursion limit exceeded"),
        ("yamldecode(dashes)", "is nested more than 128 levels deep"),
        ("yamldecode(braces)", "recursion limit exceeded"),
        ("yamldecode(aliases)", "exceeds the limit of 1000000 values"),
        (r#"yamldecode("&a [*a]")"#, "refers to a value that contains it"),
    ]);
}

/// A search that tries one way after the other would take years.
#[test]
fn searches_for_patterns_with_many_ways_end() {
    rejected(&[
        (r#"regex("(a*)*b", kb16)"#, "has no match in"),
        (r#"regex("(x+x+)+y", kb16)"#, "has no match in"),
        (r#"regex("(.*)(.*)(.*)(.*)(.*)y", kb16)"#, "has no match in"),
    ]);
}

#[test]
fn messages_show_the_beginning_of_long_arguments() {
    let cut = format!("\"{}\" (cut)", "x".repeat(60));
    let address = "must be an address with a prefix length, such as \"10.0.0.0/8\" or \"fd00::/8\"";
    let encoding = "must be one of ISO-8859-1, UTF-8, UTF-16BE, UTF-16LE";
    rejected(&[
        ("parseint(mb1, 10)", &format!("must be a whole number in base 10, not {cut}.")),
        ("tonumber(mb1)", &format!("must be convertible to a number, not {cut}.")),
        ("timeadd(mb1, mb1)", &format!("timestamp such as \"2024-02-29T23:59:00Z\", not {cut}.")),
        ("cidrhost(mb1, 1)", &format!("{address}, not {cut}.")),
        ("base64decode(mb1)", "must be the base64 encoding of a UTF-8 string."),
        ("textdecodebase64(mb1, mb1)", &format!("{encoding}, not {cut}.")),
    ]);
}
