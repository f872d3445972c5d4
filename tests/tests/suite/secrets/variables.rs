//! Values of the kit's variables.

use hcldyn::body::Body;
use hcldyn::environment::Environment;
use hcldyn::ext::kit::{Inputs, Variables};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, parse_body};
use insta::assert_snapshot;

use super::{Parse, shown};

const DECLARED: &str = r#"variable "pw" {
  type = string
  sensitive = true
}
variable "port" {
  type = number
}
"#;

fn assigned(inputs: impl Fn(&mut Diagnostics) -> Inputs) -> String {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", DECLARED), &mut diags);
    let variables = Variables::of(&body, &mut diags);
    variables.assign(&inputs(&mut diags), &EvalContext::new(), &mut diags);
    shown(&diags)
}

fn file(parse: Parse, text: &'static str) -> String {
    assigned(|diags| {
        let body: Body = parse(&Source::new("v.hcl", text), diags);
        Inputs::new().body(&body)
    })
}

#[test]
fn undeclared_values_of_files() {
    for text in [
        "pwd = \"hunter2\"\nport = 1\n",
        "PW = \"hunter2\"\nport = 1\n",
        "other = \"hunter2\"\nport = 1\n",
        "port = 1\npw { value = \"hunter2\" }",
        "pw = \"hunter1\" \"hunter2\"\nport = 1\n",
        "pw = \"hunter1\"\npw = \"hunter2\"\nport = 1\n",
        "pw = [\"hunter1\"]\nport = 1\n",
        "port = 1\npw = hunter1 hunter2\n",
        "port = 1\npw = hunter1\nhunter2 = 1\n",
        "other = [hunter1]\nhunter2 = 1\n",
    ] {
        assert!(file(parse_body, text).contains("(sensitive)"), "{text}");
    }
    for text in [
        r#"{"pwd": "hunter2", "port": 1}"#,
        r#"{"other": "hunter2", "port": 1}"#,
        r#"{"pw": "hunter1", "pw": "hunter2", "port": 1}"#,
        r#"{"pw": "hunter2", "port": "x"}"#,
        r#"{"pw": "hunter2", "port": 1"#,
    ] {
        assert!(file(parse_json_body, text).contains("(sensitive)"), "{text}");
    }
    let words = file(parse_body, "flag = true\nother = 1\n");
    assert!(words.contains("other = (sensitive)"), "{words}");
    assert_snapshot!(file(
        parse_body,
        r#"pwd = "hunter2"
port = "x"
other = ["hunter3"]
"#
    ));
}

/// The value of an undeclared variable may be a secret.
#[test]
fn undeclared_values_where_nothing_is_sensitive() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", "variable \"pw\" {}"), &mut diags);
    let file = parse_body(&Source::new("v.hcl", "pw = 1\npwd = \"hunter2\""), &mut diags);
    let inputs = Inputs::new().body(&file);
    Variables::of(&body, &mut diags).assign(&inputs, &EvalContext::new(), &mut diags);
    assert!(shown(&diags).contains("pwd = (sensitive)"));
}

#[test]
fn arguments_and_the_environment() {
    let report = assigned(|_| {
        Inputs::new()
            .environment(
                Environment::with_prefix("X_").variables([("X_pwd", "hunter2"), ("X_port", "x")]),
            )
            .argument("pwd=hunter2")
            .argument("pw=hunter2")
            .argument("pw hunter2")
            .argument("hunter2")
    });
    assert!(report.contains("Undeclared"), "{report}");
}

/// Invalid declarations of variables.
#[test]
fn defaults_of_broken_declarations() {
    for text in [
        "variable \"pw\" \"x\" { sensitive = true, default = \"hunter2\" }",
        r#"variable "pw" "x" {
  sensitive = true
  default = "hunter1" "hunter2"
}"#,
        r#"variable "pw" {
  sensitive = true
  default = "hunter1" "hunter2"
}"#,
        r#"variable "pw" {
  sensitive = true
  defualt = "hunter2"
}"#,
        r#"variable "pw" {
  sensitive = tru
  default = "hunter1" "hunter2"
}"#,
        r#"variable "pw" {}
variable "pw" {
  sensitive = true
  default = ["hunter1" 2]
}"#,
    ] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        Variables::of(&body, &mut diags);
        assert!(shown(&diags).contains("(sensitive)"), "{text}");
    }
}

/// The declarations are not known then, so no value is shown.
#[test]
fn values_where_a_declaration_cannot_be_read() {
    for declared in [
        "variable \"pw\" {\n  type = text\n  sensitive = true\n}\nvariable \"port\" {}\n",
        "variable \"pw\" {\n  sensitive = tru e\n}\n",
        "variable pw {\n  sensitive true\n}\nvariable \"port\" {\n",
        "variable \"port\" {}\nvariable {\n",
    ] {
        for text in [
            "pw = \"hunter1\nport = 1\n",
            "pw = <<EOT\nport = 1\nhunter1\n",
            "pw = \"hunter1\" + 1",
        ] {
            let mut diags = Diagnostics::new();
            let values = parse_body(&Source::new("v.hcl", text), &mut diags);
            let body = parse_body(&Source::new("a.hcl", declared), &mut diags);
            let variables = Variables::of(&body, &mut diags);
            let inputs = Inputs::new().body(&values);
            variables.assign(&inputs, &EvalContext::new(), &mut diags);
            shown(&diags);
        }
    }
}

#[test]
fn broken_values_of_undeclared_variables() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", "variable \"port\" {}"), &mut diags);
    let text = r"pw = <<EOT
port = 1
hunter1
EOF
";
    let inputs = Inputs::new().body(&parse_body(&Source::new("v.hcl", text), &mut diags));
    Variables::of(&body, &mut diags).assign(&inputs, &EvalContext::new(), &mut diags);
    shown(&diags);
}
