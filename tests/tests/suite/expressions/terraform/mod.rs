//! Terraform's documentation of expressions, claim by claim, in its order.

mod expressions;
mod strings;

use hcldyn::cty::{Type, Value};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_expression};
use hcldyn_tests::text::{problems, value};

/// Returns a context with the names in the examples of the page.
pub(crate) fn context() -> EvalContext {
    let var = r#"{
      a = "", name = "Juan", none = null, list = ["a", "bb", ""], map = { k = "vv", kk = "v" }
      objects = [
        { id = 1, interfaces = [{ name = "eth0" }, { name = "eth1" }] },
        { id = 2, interfaces = [{ name = "wlan0" }] },
      ]
      single_object = { id = 7 }, service_ports = [80, 443], business_unit_tag_name = "unit"
    }"#;
    let instance = r#"{
      example = {
        ami = "ami-abc123", id = "i-1", private_ip = "10.1.16.154"
        ebs_block_device = [
          { device_name = "sda2", volume_size = 16 }, { device_name = "sda3", volume_size = 20 },
        ]
        device = { foo = { size = 2 }, bar = { size = 4 } }
      }
      counted = [
        { id = "i-1", private_ip = "10.1.16.154" }, { id = "i-2", private_ip = "10.1.16.1" },
        { id = "i-3", private_ip = "10.1.16.34" },
      ]
    }"#;
    let plain = EvalContext::new().with_functions(functions::all());
    plain
        .clone()
        .with_variable("var", value(var, &plain))
        .with_variable("aws_instance", value(instance, &plain))
        .with_variable("later", Value::unknown(Type::Number))
}

/// Returns the value of an expression of the page.
fn eval(text: &str) -> Value {
    value(text, &context())
}

/// Checks that each expression on the left has the same value as the one on the right.
fn same(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        assert_eq!(eval(text), eval(expected), "{text}");
    }
}

/// Checks that each expression can be parsed, but not evaluated for the given reason.
fn wrong(cases: &[(&str, &str)]) {
    fail(cases, |text| problems(text, &context()));
}

/// Checks that each string is not a valid expression for the given reason.
fn unreadable(cases: &[(&str, &str)]) {
    fail(cases, |text| {
        let mut diags = Diagnostics::new();
        parse_expression(&Source::new("t.hcl", text), &mut diags);
        diags.to_string()
    });
}

/// Checks that each text has an error whose message begins with the given one.
fn fail(cases: &[(&str, &str)], problems: impl Fn(&str) -> String) {
    let mut other = Vec::new();
    for (text, expected) in cases {
        let found = problems(text);
        if !found.contains(&format!(": error: {expected}")) {
            other.push(format!("{text}: {found}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

// The following parts of the page are specific to Terraform, not HCL:
// - The console; the meaning of `count`, `module`, `path`, `terraform.workspace` and resource blocks; the
//   rules for references; the dependency of a block on its references.
// - Plans: data resources that wait, and outputs and modules that pass on unknown values.
