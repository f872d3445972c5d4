//! Reports on sensitive attributes that are decoded.

use hcldyn::parse_body;
use hcldyn::syntax::parse_json_body;
use insta::assert_snapshot;

use super::{logins, report};

/// Returns the report of a source in native syntax.
fn report_of(text: &str) -> String {
    report(&logins(), parse_body, text)
}

#[test]
fn an_error_in_a_secret_is_reported_without_the_secret() {
    let text = r#"login {
  user     = "me"
  password = "hunter${"hunter2" + 1}"
  pins     = [1, "hunter3"]
}"#;
    assert_snapshot!(report_of(text), @r#"
    error[invalid-operand]: Invalid operand
     --> a.hcl:3:23
      |
    3 |   password = (sensitive)
      |              ^^^^^^^^^^^ The details are hidden because "password" is sensitive.

    error[wrong-type]: Wrong type
     --> a.hcl:4:3
      |
    4 |   pins     = (sensitive)
      |   ^^^^
      |
      = note: Invalid value for "pins": it must be of type list(number). The value is hidden because it
              is sensitive.
    "#);
}

#[test]
fn the_name_of_a_variable_is_not_secret() {
    assert_snapshot!(report_of("login {\n  user = \"me\"\n  password = host.x\n}\n"), @r#"
    error[unknown-attribute]: Unknown attribute
     --> a.hcl:3:18
      |
    3 |   password = host.x
      |                  ^^ A string has no attribute "x"; this is "h".
    "#);
}

/// The word may be a secret without quotes.
#[test]
fn a_word_that_names_no_variable_is_hidden() {
    let shown =
        |value| report_of(&format!("login {{\n  user = \"me\"\n  password = {value}\n}}\n"));
    assert_eq!(shown("hunter1"), shown("hunter1.x"));
    assert_snapshot!(shown("hunter1"), @r#"
    error[undefined-variable]: Undefined variable
     --> a.hcl:3:14
      |
    3 |   password = (sensitive)
      |              ^^^^^^^^^^^ The details are hidden because "password" is sensitive.
      |
      = help: For a string, write it in quotes.
    "#);
}

#[test]
fn a_secret_on_the_line_of_another_error_is_hidden() {
    assert_snapshot!(report_of("login { password = \"hunter1\" }"), @r#"
    error[missing-attribute]: Missing attribute
     --> a.hcl:1:7
      |
    1 | login { password = (sensitive) }
      |       ^ The required attribute "user" is not set.
    "#);
}

#[test]
fn a_secret_of_generated_blocks_is_hidden() {
    let text = r#"dynamic "login" {
  for_each = [1, 2]
  content {
    password = "hunter${[]}"
    user     = "me"
  }
}"#;
    assert_snapshot!(report_of(text), @r#"
    error[invalid-value-in-template]: Invalid value in template
     --> a.hcl:4:25
      |
    4 |     password = (sensitive)
      |                ^^^^^^^^^^^ The details are hidden because "password" is sensitive.
    "#);
}

#[test]
fn a_secret_of_several_lines_is_hidden() {
    let text = r#"login {
  user     = []
  password = <<EOT
hunter1

  hunter2 ${host.x}
EOT
  pins = [
    1,
    "hunter",
  ]
}"#;
    assert_snapshot!(report_of(text), @r#"
    error[wrong-type]: Wrong type
     --> a.hcl:2:14
      |
    2 |   user     = []
      |              ^^ Invalid value for "user": a string is required, not a tuple.

    error[unknown-attribute]: Unknown attribute
     --> a.hcl:6:17
      |
    6 | (sensitive)
      | ^^^^^^^^^^^ The details are hidden because "password" is sensitive.

    error[wrong-type]: Wrong type
     --> a.hcl:8:3
      |
    8 |   pins = (sensitive)
      |   ^^^^
      |
      = note: Invalid value for "pins": it must be of type list(number). The value is hidden because it
              is sensitive.
    "#);
}

#[test]
fn a_secret_in_json_is_hidden() {
    let text = r#"{"login": {"password": "hunter${[]}", "user": []}}"#;
    assert_snapshot!(report(&logins(), parse_json_body, text), @r#"
    error[wrong-type]: Wrong type
     --> a.hcl:1:47
      |
    1 | {"login": {"password": (sensitive), "user": []}}
      |                                             ^^ Invalid value for "user": a string is required, not a tuple.

    error[invalid-value-in-template]: Invalid value in template
     --> a.hcl:1:33
      |
    1 | {"login": {"password": (sensitive), "user": []}}
      |                        ^^^^^^^^^^^ The details are hidden because "password" is sensitive.
    "#);
}

#[test]
fn a_secret_that_cannot_be_read_is_hidden() {
    let text = "login {
  password = hunter1 hunter2
  pins = [1 2]
  user = [1 2]
}
";
    assert_snapshot!(report_of(text), @r#"
    error[extra-characters-after-value]: Extra characters after value
     --> a.hcl:2:22
      |
    2 |   password = (sensitive)
      |              ^^^^^^^^^^^ The details are hidden because "password" is sensitive.

    error[missing-separator]: Missing separator
     --> a.hcl:3:13
      |
    3 | (sensitive)
      | ^^^^^^^^^^^ The details are hidden because "password" is sensitive.

    error[missing-separator]: Missing separator
     --> a.hcl:4:13
      |
    4 | (sensitive)
      | ^^^^^^^^^^^ The details are hidden because "password" is sensitive.
    "#);
}

/// A plain reference as the value of a sensitive attribute is reported in full.
#[test]
fn a_name_in_generated_blocks_is_not_secret() {
    let text = r#"dynamic "login" {
  for_each = [1, 2]
  content {
    password = host.x
    user     = "me"
  }
}"#;
    assert_snapshot!(report_of(text), @r#"
    error[unknown-attribute]: Unknown attribute
     --> a.hcl:4:20
      |
    4 |     password = host.x
      |                    ^^ A string has no attribute "x"; this is "h".
    "#);
}
