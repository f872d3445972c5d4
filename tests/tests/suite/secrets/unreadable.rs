//! Secrets in sources with syntax errors.

use hcldyn::parse_body;
use hcldyn::syntax::parse_json_body;
use insta::assert_snapshot;

use super::{assert_hidden_in_json, assert_hidden_in_native, database, logins, report};

/// Values that cannot be parsed, in bodies that are decoded and in bodies that are not.
#[test]
fn values_that_cannot_be_parsed() {
    let values = [
        "\"hunter1",
        "\"hunter1\" hunter2",
        "hunter1 hunter2",
        "\"hunter1\\q\"",
        "\"hunter1${hunter2+}\"",
        "[\"hunter1\",\n    hunter2 hunter3\n  ]",
        "{ a = hunter1 hunter2 }",
    ];
    for value in values {
        let password = format!("    password = {value}\n");
        for text in [
            format!("login {{\n  user = []\n{password}}}\n"),
            format!("dynamic \"login\" {{\n  for_each = []\n  content {{\n{password}  }}\n}}\n"),
            format!("dynamic \"login\" {{\n  for_each = 1\n  content {{\n{password}  }}\n}}\n"),
            format!("login \"a\" \"b\" {{\n{password}}}\n"),
            format!("logon {{\n{password}}}\n"),
            format!("login {{\n  user = \"me\"\n}}\nlogin \"x\" {{\n{password}}}\n"),
        ] {
            assert_hidden_in_native(&logins(), &[&text]);
        }
        let second = format!("db \"a\" {{}}\ndb \"b\" {{\n{password}}}\n");
        assert_hidden_in_native(&database(), &[&second]);
    }
}

/// A block that cannot be parsed may be a sensitive attribute written as a block.
#[test]
fn a_block_for_an_attribute() {
    assert_hidden_in_native(
        &logins(),
        &[
            "${dynamic \"password\" {\n  content {\n    value = \"hunter1\" + \n  }\n}\n",
            "{dynamic \"password\" {\n  for_each = [1]\n  content {\n    value = \"hunter1\"/*\n  }\n}\n",
            "dynamic${ \"password\" {\n  labels = []\n  iterator = x\n  content {\n    value = \"hunter1\" 1\n  }\n}\n",
        ],
    );
}

#[test]
fn extra_tokens_and_lines_after_a_value() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login {\n  password = \"hunter1\nhunter2\"\n  user = 1\n}",
            "login {\n  password =\n    \"hunter1\"\n  user = 1\n}",
            "login {\n  password = \"a\" +\n    \"hunter1\"\n  user = 1\n}",
            "login {\n  password\n    = \"hunter1\"\n  user = 1\n}",
            "login {\n  password = \"hunter1\", \"hunter2\"\n  user = 1\n}",
            "login {\n  password = \"hunter1\" ]\n  user = 1\n}",
            "login {\n  password = [ \"hunter1\"\n  user = 1 2\n}",
            "login {\n  password = [ \"hunter1\" }\n  user = 1 2\n}",
            "login {\n  password = <<EOT\nhunter1\n",
            "login {\n  password=hunter1;\n}",
            "login {\n  password = <<EOT\n  hunter1\n  EOS\n  hunter2\n",
            "login { password = <<EOT\nhunter1\nEOT\n}",
            "login {\n  password = <<-EOT\n  hunter1\n  EOT hunter2\n}",
            "login {\n  password = \"${\"hunter1\"\n  \"hunter2\n}",
            "login {\n  password = \"hunter1\" /* hunter2\n}",
            "login {\n  user = \"a${\n  password = \"hunter1\"\n}",
            "login {\n  user = <<EOT\n  password = \"hunter1\"\n",
            "login {\n  user = /* \n  password = \"hunter1\"\n",
            "login {\n  user = (\n  password = \"hunter1\"\n}",
            "login {\n  user = (\n  password { a = \"hunter1\" }\n}",
            "login {\n  password hunter1\n}",
            "login {\n  password: hunter1\n}",
            "login {\n  password := \"hunter1\"\n}",
            "login {\n  password == \"hunter1\"\n}",
            "login {\n  password <- \"hunter1\"\n}",
            "login {\n  x.password = \"hunter1\"\n}",
            "login {\n  let password = \"hunter1\"\n}",
            "password = \"hunter1",
            "} password = \"hunter1\"",
        ],
    );
}

/// The source is shown again from the next item of the spec.
#[test]
fn the_end_of_a_hidden_value() {
    let text = r#"login {
  password = "hunter1
  hunter2
  user = [1 2]
}
"#;
    assert_snapshot!(report(&logins(), parse_body, text));
    let text = r#"login {
  password = "hunter1" # a

  // b
  user = [1 2]
}
"#;
    assert_snapshot!(report(&logins(), parse_body, text));
}

/// The span of the error starts where the secret ends.
#[test]
fn an_error_after_a_secret_of_several_lines() {
    let text = r#"db "a" { password = <<EOT
hunter2
EOT
}
"#;
    assert!(report(&database(), parse_body, text).contains("(sensitive)"));
}

#[test]
fn broken_json() {
    assert_hidden_in_json(
        &logins(),
        &[
            r#"{"login": {"password": "hunter1}}"#,
            r#"{"login": {"password": hunter1}}"#,
            r#"{"login": {"password": "hunter1" "hunter2"}}"#,
            r#"{"login": {"password": "hunter1", "hunter2"}}"#,
            r#"{"login": {"password": ["hunter1", {"a": "hunter2"}}"#,
            r#"{"login": {"password": "hunter1\q"}}"#,
            r#"{"login": {"password": "hunter1"}"#,
            r#"{"login": {"password": "hunter1",}}"#,
            r#"{"login": {"password" "hunter1"}}"#,
            r#"{"login": {"user": "${", "password": "hunter1", }}"#,
            r#"{"login": {"user": "/*", "password": "hunter1", }}"#,
            r#"{"login": {"user": "<<EOT", "password": "hunter1", }}"#,
            "{\"login\": {\"password\": \"hunter1\nhunter2\",\n  \"user\": 1}}",
            "{\"login\": {\n  \"password\":\n\n  \"hunter1\"\n  \"user\": 1}}",
            "x {\"login\": {\"password\": \"hunter1\"}}",
            r#"["password": "hunter1"]"#,
        ],
    );
    let text = r#"{"login": {"password": "hunter1" "hunter2", "user": 1}}"#;
    assert_snapshot!(report(&logins(), parse_json_body, text));
}

/// Only an entire traversal is shown. An operator before the name makes no difference.
#[test]
fn values_with_extra_tokens() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login { password = hunter1!2\" }",
            "login { password = hunter1 \"hunter2\" }",
            "login = { user = 1,! password = 5, pins = \"hunter1\" }",
            "login = { password  <<EOT\nhunter1\nEOT, user = 1 }",
            "dynamic \"password\" {\ncontent {\nvalue = { x = \"hunter1\"\", y = 2 }\n}\n}\nuser = 1",
        ],
    );
}

/// Quotes inside a template do not end the string around it.
#[test]
fn json_with_templates() {
    assert_hidden_in_json(
        &logins(),
        &[
            r#"{"x": "${f("a")}", "login": {"password": {"hunter1": "hunter2"}}}"#,
            r#"{"x": "${"${f(\"a\")}"}", "login": {"password": ["hunter1"], "user": "${f(\"a\")}"}}"#,
            r#"{"x": "%{ if f(\"}\") }", "login": [{"password": "hunter1", "user": "${f(\"a\")}"}]}"#,
        ],
    );
}

/// A name in an item that can't be read may be that of an attribute, even inside a string: quotes may be missing.
#[test]
fn names_in_strings() {
    let text = r#"login {
  user = "password = x" 1
  port = ["password", "x"]
}
"#;
    assert_snapshot!(report(&logins(), parse_body, text));
}
