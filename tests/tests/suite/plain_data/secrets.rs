//! Errors of serde that do not show secrets.

use std::collections::BTreeMap;

use hcldyn::cty::{Mark, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};
use serde::Deserialize;

use super::problems_in;

const SECRET: &str = "s3cret";

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only errors are tested")]
enum Mode {
    Fast,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only errors are tested")]
struct Login {
    #[hcl(serde, sensitive)]
    password: Option<BTreeMap<String, u8>>,
    #[hcl(serde, sensitive)]
    mode: Option<Mode>,
    #[hcl(serde)]
    open: Option<u8>,
}

fn context() -> EvalContext {
    EvalContext::new().with_variable("secret", Value::from(SECRET).mark(Mark::sensitive()))
}

fn error_of_fields(text: &str) -> String {
    let source = Source::new("t", text);
    let diags = hcldyn::from_source::<Login>(&source, &context()).unwrap_err();
    let report = Report::new(&diags).style(Style::Plain).to_string();
    assert!(!report.contains(SECRET), "{report}");
    diags.to_string()
}

#[test]
fn sensitive_fields_are_not_shown() {
    let table = [
        ("password = { a = \"s3cret\" }\n", "password"),
        ("password = { a = 1, b = \"s3cret\" }\n", "password"),
        ("password = \"s3cret\"\n", "password"),
        ("mode = \"s3cret\"\n", "mode"),
        ("mode = { s3cret = 1 }\n", "mode"),
    ];
    for (text, name) in table {
        let expected = format!(
            "t:1:1: error: Invalid value for \"{name}\". The value is hidden because it is sensitive."
        );
        assert_eq!(error_of_fields(text), expected, "{text}");
    }
}

#[test]
fn sensitive_fields_take_marked_values() {
    let ctx = EvalContext::new().with_variable("n", Value::from(7).mark(Mark::sensitive()));
    let login: Login = hcldyn::from_str("password = { a = n }\n", &ctx).unwrap();
    assert_eq!(login.password.unwrap()["a"], 7);
}

#[test]
fn marked_values_are_rejected_and_not_shown() {
    let expected = "t:1:8: error: Invalid value for \"open\": the value is marked, e.g. as sensitive, so it \
                    can't be deserialized.";
    assert_eq!(error_of_fields("open = secret\n"), expected);

    let found =
        problems_in::<BTreeMap<String, Vec<String>>>("a = [\"x\", \"${secret}!\"]\n", &context());
    let expected = "<text>:1:11: error: Invalid value for \"a[1]\": the value is marked, e.g. as sensitive, so \
                    it can't be deserialized.";
    assert_eq!(found, expected);
}

#[test]
fn secrets_that_serde_ignores_are_accepted() {
    #[derive(Debug, Deserialize)]
    struct Open {
        port: u8,
    }
    let text = r"port = 1
password = secret
other {
  a = secret
}
";
    let open: Open = hcldyn::decode::serde::from_str(text, &context()).unwrap();
    assert_eq!(open.port, 1);
}

/// An error beside a secret does not show it.
#[test]
fn an_error_beside_a_secret_does_not_show_it() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only errors are tested")]
    struct Open {
        port: u8,
    }
    let ctx = context();
    for text in ["a = secret\n", "port = \"${secret}\"\n", "port { a = secret }\n"] {
        let diags = hcldyn::decode::serde::from_str::<Open>(text, &ctx).unwrap_err();
        let report = Report::new(&diags).style(Style::Plain).to_string();
        assert!(!report.contains(SECRET), "{report}");
    }
}
