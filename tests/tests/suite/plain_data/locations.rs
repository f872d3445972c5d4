//! Errors of serde at the parts that it rejects.

use std::collections::BTreeMap;

use hcldyn::EvalContext;
use hcldyn::cty::Value;
use serde::Deserialize;

use super::{problems, problems_in};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are tested")]
struct Config {
    region: String,
    #[serde(default)]
    server: Vec<Server>,
    #[serde(default)]
    pool: BTreeMap<String, Pool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are tested")]
struct Server {
    port: u16,
    #[serde(default)]
    limits: Vec<Limit>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only errors are tested")]
struct Limit {
    rate: Rate,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "u8")]
#[allow(dead_code, reason = "only errors are tested")]
struct Rate(u8);

impl TryFrom<u8> for Rate {
    type Error = String;

    fn try_from(rate: u8) -> Result<Self, String> {
        if rate.is_multiple_of(10) {
            Ok(Self(rate))
        } else {
            Err(format!("{rate} is not a multiple of 10"))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are tested")]
enum Pool {
    Fixed { size: u8 },
    Auto,
}

#[test]
fn each_error_is_at_the_rejected_part() {
    let table = [
        ("", "<text>:1:1: error: Missing item; \"region\" is required."),
        (
            "region = 1\n",
            "<text>:1:10: error: Invalid value for \"region\": a string is required, not 1.",
        ),
        (
            "region = \"a\"\nserver {\n  port = 1\n}\nserver {\n  port = 70000\n}\n",
            "<text>:6:10: error: Invalid value for \"server[1].port\": a whole number from 0 to 65535 is \
             required, not 70000.",
        ),
        (
            "region = \"a\"\nserver {\n  port = 1\n}\nserver {\n}\n",
            "<text>:5:1: error: Missing item; \"server[1].port\" is required.",
        ),
        (
            "region = \"a\"\nserver {\n  prt = 1\n}\n",
            "<text>:3:3: error: Unexpected item; \"server.prt\" is not expected here. Did you mean \"port\"?",
        ),
        (
            "region = \"a\"\nservr {\n}\n",
            "<text>:2:1: error: Unexpected item; \"servr\" is not expected here. Did you mean \"server\"?",
        ),
        (
            "region = \"a\"\nserver {\n  port = 1\n  limits = [\n    { rate = 10 },\n    { rate = 15 },\n  ]\n}\n",
            "<text>:6:14: error: Invalid value for \"server.limits[1].rate\": 15 is not a multiple of 10.",
        ),
        (
            "region = \"a\"\npool \"x\" {\n  fixed {\n    size = -1\n  }\n}\n",
            "<text>:4:12: error: Invalid value for \"pool.x.fixed.size\": a whole number from 0 to 255 is \
             required, not -1.",
        ),
        (
            "region = \"a\"\npool \"x y\" {\n  fixd {\n  }\n}\n",
            "<text>:3:3: error: Invalid value for \"pool[\"x y\"]\": \"fixed\" or \"auto\" is required, not \
             \"fixd\". Did you mean \"fixed\"?",
        ),
        (
            "region = \"a\"\npool \"x\" {\n}\npool \"x\" {\n}\n",
            "<text>:2:1: error: Invalid value for \"pool.x\": a string or an object with one attribute is \
             required, not a tuple with 2 elements.",
        ),
        (
            "region = \"a\"\npool {\n}\npool {\n}\n",
            "<text>:4:1: error: Invalid value for \"pool\": one block is required, not 2.",
        ),
        (
            "region = \"a\"\npool = { x = \"fixed\" }\n",
            "<text>:2:14: error: Invalid value for \"pool.x\": \"fixed\" requires an object, as in { fixed = … }.",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(problems::<Config>(text), expected, "{text}");
    }
}

/// The parts of a value that no constructor writes out have the location of its expression, and its variables.
#[test]
fn computed_values_are_located_and_explained() {
    let ports = Value::tuple(vec![Value::object([("port", Value::from(-1))])]);
    let ctx = EvalContext::new().with_variable("servers", ports).with_variable("p", -2);
    let expected = "<text>:2:10: error: Invalid value for \"server[0].port\": a whole number from 0 to 65535 is \
                    required, not -1.";
    assert_eq!(problems_in::<Config>("region = \"a\"\nserver = servers\n", &ctx), expected);
    let text = r#"region = "a"
server {
  port = p
}
"#;
    let diags = hcldyn::decode::serde::from_str::<Config>(text, &ctx).unwrap_err();
    assert_eq!(diags.iter().next().unwrap().values, ["p is -2"]);
}

/// Errors of expressions are all reported. The types are not checked then.
#[test]
fn errors_of_expressions_come_first() {
    let error = problems::<Config>("region = missing\nserver {\n  port = [] + 1\n}\nservr = 1\n");
    assert_eq!(error.lines().count(), 2, "{error}");
    assert!(!error.contains("servr"), "{error}");
}
