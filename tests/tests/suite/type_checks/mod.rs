//! Checks without values.

mod generated;
mod structs;

use hcldyn::cty::Type;
use hcldyn::ext::{self, kit::Inputs};
use hcldyn::load::TypeCheck;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_body};

const VARIABLES: &str = "variable \"port\" { type = number }
variable \"names\" { type = list(string) }
variable \"site\" { type = object({ name = string, port = number }) }
variable \"sites\" { type = list(object({ name = string, port = number })) }
";

/// Returns the diagnostics of a configuration with these variables, which have no values.
fn check(text: &str) -> String {
    let attr = |name: &str, ty: Type| Spec::from(AttrSpec::new(name, ty));
    let rule = Spec::object([("port", attr("port", Type::Number))]);
    let named = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("port", attr("port", Type::Number)),
    ]);
    let spec = Spec::object([
        ("any", attr("any", Type::Dynamic)),
        ("port", attr("port", Type::Number)),
        ("rules", BlocksSpec::new("rule", rule).list().dynamic().into()),
        ("named", BlocksSpec::new("named", named).list().dynamic().into()),
    ]);
    let ctx = EvalContext::new().with_functions(functions::all().chain(ext::all()));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a", format!("{VARIABLES}{text}\n")), &mut diags);
    let check = TypeCheck::new(&spec, &ctx).inputs(Inputs::new());
    check.run(&body, &mut diags);
    let mut expanded = Diagnostics::new();
    check.expand_dynamic().run(&body, &mut expanded);
    assert!(!expanded.has_errors() || diags.has_errors(), "{expanded}");
    diags.to_string()
}

const NOT_ALWAYS: &str = " (this part fails whenever it is evaluated; whether it is depends on values that are \
                          not known)";

#[test]
fn right_types_need_no_values() {
    for text in [
        "port = var.port + 1",
        "port = var.site.name",
        "any = [for s in var.sites : s.name if s.port > 80]",
        "any = var.names == null ? [] : var.names",
        "any = length(var.names) == 0",
        "any = var.names[var.port]",
        "any = try(var.site.size, var.site.port)",
        "dynamic \"rule\" {\n  for_each = var.sites\n  content {\n    port = rule.value.port\n  }\n}",
        "dynamic \"named\" {\n  for_each = var.sites\n  labels = [named.value.name]\n  content {\n    port = named.key\n  }\n}",
    ] {
        assert_eq!(check(text), "");
    }
}

#[test]
fn what_fails_for_all_values_is_an_error() {
    let cases = [
        ("any = var.site + 1", "a:5:7: error: Invalid operand of \"+\": "),
        ("any = -var.names", "a:5:8: error: Invalid operand of \"-\": "),
        ("any = var.site.nmae", "a:5:15: error: Unknown attribute; "),
        ("any = var.names[\"a\"]", "a:5:16: error: Invalid index for a list "),
        ("any = var.names[-1]", "a:5:16: error: Invalid index; "),
        ("any = upper(var.names)", "a:5:13: error: Invalid argument; "),
        ("any = concat(var.names, var.port)", "a:5:25: error: Invalid argument; "),
        ("any = sum(var.port)", "a:5:11: error: Invalid argument; "),
        ("any = \"a${var.names}\"", "a:5:11: error: Invalid value in template; "),
        ("port = var.names", "a:5:8: error: Wrong type; Invalid value for \"port\": "),
        ("any = var.names ? 1 : 2", "a:5:7: error: Invalid condition; "),
        ("any = [for x in var.port : x]", "a:5:17: error: Value not iterable; "),
        // Both arms fail.
        ("any = var.port > 1 ? var.site.x : null.y", "a:5:30: error: Unknown attribute; "),
        // The right side is never a bool, whatever the left side is.
        ("any = var.port > 1 && var.names", "a:5:23: error: Invalid operand of \"&&\": "),
    ];
    for (text, expected) in cases {
        assert!(check(text).starts_with(expected), "{text}: {}", check(text));
    }
}

#[test]
fn what_fails_for_some_values_is_a_warning() {
    let cases = [
        ("any = [for s in var.sites : s.nmae]", "a:5:30: warning: Unknown attribute; "),
        ("any = [for s in var.sites : 1 if s.nmae]", "a:5:35: warning: Unknown attribute; "),
        ("any = { for s in var.sites : s => 1 }", "a:5:30: warning: Invalid key; "),
        ("any = var.port > 1 ? var.site.x : 2", "a:5:30: warning: Unknown attribute; "),
        ("any = var.port > 1 && var.site.x", "a:5:31: warning: Unknown attribute; "),
        (
            "dynamic \"rule\" {\n  for_each = var.sites\n  content {\n    port = rule.value.x\n  }\n}",
            "a:8:22: warning: Unknown attribute; ",
        ),
        (
            "dynamic \"named\" {\n  for_each = var.names\n  labels = [named]\n  content {}\n}",
            "a:7:13: warning: Invalid label; ",
        ),
        (
            "dynamic \"named\" {\n  for_each = var.names\n  labels = [named.value]\n  content {\n    port = named\n  }\n}",
            "a:9:12: warning: Wrong type; ",
        ),
        (
            "dynamic \"rule\" {\n  for_each = var.sites\n  content {\n    port = rule.value\n  }\n}",
            "a:8:12: warning: Wrong type; ",
        ),
    ];
    for (text, expected) in cases {
        let found = check(text);
        assert!(found.starts_with(expected) && found.ends_with(NOT_ALWAYS), "{text}: {found}");
    }
}

/// The right side is always false, which is known in spite of its error.
#[test]
fn a_known_side_with_an_error_may_not_be_needed() {
    let found = check("any = var.port > 1 && { a = null.x } == 1");
    let errors: Vec<_> = found.lines().filter(|line| !line.contains(": warning: ")).collect();
    assert!(found.starts_with("a:5:33: warning: ") && errors.is_empty(), "{found}");
}

/// An arm that a known condition does not select is not evaluated in the language.
#[test]
fn what_no_values_need_is_not_checked() {
    assert_eq!(check("any = true ? 1 : var.site.x"), "");
    assert_eq!(check("any = false && var.site.x"), "");
    assert_eq!(check("any = [for x in [] : x.y]"), "");
}

#[test]
fn impossible_comparisons() {
    let cases = [
        ("var.port == \"80\"", "A number never equals a string, so the result is always false."),
        ("var.port != \"80\"", "A number never equals a string, so the result is always true."),
        (
            "var.names == []",
            "A list of strings never equals a tuple, so the result is always false.",
        ),
        (
            "length(var.names) < 0",
            "This comparison is false for all values that the operands can have.",
        ),
    ];
    for (text, expected) in cases {
        let found = check(&format!("any = {text}"));
        let start = format!("a:5:7: warning: Impossible comparison; {expected}");
        assert!(found.starts_with(&start), "{found}");
    }
    for text in ["var.port == 80", "var.port == null", "1 == \"1\"", "var.names == var.sites"] {
        assert_eq!(check(&format!("any = {text}")), "");
    }
}

#[test]
fn conditions_of_variables() {
    let condition = |condition: &str, message: &str| {
        check(&format!(
            "variable \"x\" {{\n  type = number\n  validation {{\n    condition = {condition}\n    \
             error_message = {message}\n  }}\n}}"
        ))
    };
    assert_eq!(condition("var.x > 3", "\"Wrong.\""), "");
    assert_eq!(condition("var.x == var.port", "\"Wrong: ${var.x}\""), "");
    assert_eq!(
        condition("var.x == \"3\"", "\"Wrong.\""),
        "a:8:17: error: Unsatisfiable condition; No value of the variable \"x\", of type number, meets this condition."
    );
    let contradiction = condition("var.x > 5 && var.x < 3", "\"Wrong.\"");
    assert!(
        contradiction.starts_with("a:8:17: error: Unsatisfiable condition; "),
        "{contradiction}"
    );
    assert_eq!(
        condition("var.x + 1", "\"Wrong.\""),
        "a:8:17: error: Invalid condition; The condition of a validation must be a bool."
    );
    let message = condition("var.x > 3", "\"x${var.names}\"");
    assert!(message.starts_with("a:9:25: warning: Invalid value in template; "), "{message}");
}

/// A default is not the only value: the types are checked for all, and the default as well.
#[test]
fn defaults_are_checked_too() {
    let with = |default: &str, text: &str| {
        check(&format!(
            "variable \"x\" {{\n  type    = list(number)\n  default = {default}\n}}\n{text}"
        ))
    };
    assert_eq!(with("null", "any = var.x[0]"), "");
    assert_eq!(with("[]", "any = var.x[0]"), "");
    assert!(with("null", "any = var.x.y").starts_with("a:9:12: error: Unknown attribute; A list"));
}
