//! Sensitive values that cannot be read to their ends: the rest of the block is hidden, whatever it looks like.

use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, parse_body};

use super::{assert_hidden_in_native, database, decoded, logins, report, shown};

/// Returns the whole source as a report shows it.
fn redacted(text: &str) -> String {
    let source = Source::new("a.hcl", text);
    let diags = decoded(&database(), parse_body, &source);
    shown(&diags);
    diags.redacted(&source)
}

fn redacted_json(text: &str) -> String {
    let source = Source::new("a.hcl.json", text);
    let diags = decoded(&database(), parse_json_body, &source);
    shown(&diags);
    diags.redacted(&source)
}

/// Lines of a secret that look like items of the spec do not end it.
#[test]
fn lines_like_items_end_no_secret() {
    let ends = [
        ("<<EOT", "EOF"),
        ("<<-EOT", "EOTT"),
        ("<EOT", "EOT"),
        ("\"", "\""),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("[", ""),
        ("[", ")"),
        ("f({", "}"),
        ("{ a = [", "]"),
        ("(", ""),
        ("\"${", "\""),
        ("|", ""),
        ("", ""),
        ("/*", ""),
    ];
    for (opener, closer) in ends {
        let value = format!("{opener}\nport = 5432\nuser = 1\nhunter1\nname \"a\" {{ }}\nhunter2");
        let item = format!("password = {value}\n{closer}\n");
        for text in [
            format!("login {{\n{item}}}\n"),
            format!("db \"a\" {{\n  nested {{\n{item}  }}\n}}\n"),
            format!("x = f({{ {item} }})\n"),
            format!("x = [{{ user = 1, {item}"),
            item.clone(),
            format!("dynamic \"login\" {{\n  content {{\n{item}  }}\n}}\n"),
        ] {
            assert_hidden_in_native(&logins(), &[&text]);
        }
    }
}

#[test]
fn the_rest_of_the_block_is_hidden_and_the_rest_of_the_file_is_not() {
    let text = r#"size = 1
db "a" {
  port = 1
  password = <<EOT
port = 2
hunter1
EOF
}
other = 3
"#;
    let hidden = r#"size = 1
db "a" {
  port = 1
  password = (sensitive)
(sensitive)
(sensitive)
(sensitive)
}
other = 3
"#;
    assert_eq!(redacted(text), hidden);
}

/// A brace of the secret does not end the block.
#[test]
fn the_rest_of_the_file_is_hidden_where_the_end_of_the_block_is_not_certain() {
    for secret in ["}\nhunter1\nEOF\n}", "} else {\nhunter1\nEOF\n}", "}\n{ hunter1\nEOF\n}"] {
        let text = format!("db \"a\" {{\n  password = <<EOT\n{secret}\nsize = 1\n");
        let shown = redacted(&text);
        assert!(shown.starts_with("db \"a\" {\n  password = (sensitive)\n(sensitive)\n"));
        assert!(!shown.contains("size"), "{shown}");
    }
}

/// A secret that is pasted without quotes may have lines that look like items.
#[test]
fn a_mistake_on_one_line_hides_the_rest_of_the_block() {
    for value in ["hunter1 hunter2", "\"hunter1\" \"hunter2\"", "\"hunter1\", hunter2"] {
        let text =
            format!("db \"a\" {{\n  password = {value} # hunter3\n  port = 1\n}}\nsize = 2\n");
        let hidden = r#"db "a" {
  password = (sensitive)
(sensitive)
}
size = 2
"#;
        assert_eq!(redacted(&text), hidden);
    }
    let text = r#"db "a" {
  password = "hunter1",
  port = 1 2
}
"#;
    assert_eq!(redacted(text), text.replace("\"hunter1\"", "(sensitive)"));
}

#[test]
fn the_rest_of_an_object_in_json_is_hidden() {
    let text =
        "{\"db\": {\"a\": {\"password\": \"hunter1\" \"hunter2\", \"port\": 1}}, \"size\": 2}";
    let hidden = "{\"db\": {\"a\": {\"password\": (sensitive)}}, \"size\": 2}";
    assert_eq!(redacted_json(text), hidden);
    for text in [
        "{\"db\": {\"a\": {\"password\": \"hunter1, \"port\": \"hunter2\"}}, \"size\": \"hunter3\"}",
        "{\"db\": {\"a\": {\"password\": [\"hunter1\",\n\"port\": 1,\n\"hunter2\"",
        "{\"db\": {\"a\": {\"password\": \"hunter1",
        "{\"db\": {\"a\": {\"port\": \"1, \"password\": \"hunter1\", \"port\": \"hunter2\"}}}",
    ] {
        assert!(redacted_json(text).ends_with("(sensitive)"), "{text}");
    }
}

/// Messages and fixes do not quote the secret either.
#[test]
fn messages_quote_nothing_of_the_rest() {
    let text = r#"db "a" {
  password = <<EOT
port = 1
hunter1
hunter2 "x"
hunter3 1
EOF
}
"#;
    let shown = report(&database(), parse_body, text);
    assert!(shown.contains("The details are hidden"), "{shown}");
}

/// Only comments inside a value, and those in which it may continue, are secret.
#[test]
fn comments_after_a_secret_are_shown() {
    let text = r#"db "a" {
  # one
  password = "hunter1" # two
  # three

  // four
  port = "x" # five
}
"#;
    assert_eq!(redacted(text), text.replace("\"hunter1\"", "(sensitive)"));
    let report = report(&database(), parse_body, text);
    assert!(report.contains("\n7 |   port = \"x\" # five\n"), "{report}");
}

#[test]
fn commented_values_of_several_lines_are_hidden() {
    let text = r#"# password = [
#   "hunter1",
#   "hunter2",
# ]

# note
size = "x"
"#;
    let hidden = r#"# password = (sensitive)
(sensitive)
(sensitive)
(sensitive)

# note
size = "x"
"#;
    assert_eq!(redacted(text), hidden);
}

/// An unrelated error keeps its details, although a comment and a secret are near.
#[test]
fn errors_of_other_names_keep_their_details() {
    let mut diags = Diagnostics::new();
    let text = r#"db "a" {
  password = "hunter1"
  # The port of the database, see above.
  port = 1
  port = 2
}
"#;
    diags.append(decoded(&database(), parse_body, &Source::new("a.hcl", text)));
    let shown = shown(&diags);
    assert!(!shown.contains("hidden because"), "{shown}");
}

/// A label may be the name that is meant for an attribute.
#[test]
fn a_sensitive_name_as_a_label() {
    assert_hidden_in_native(
        &database(),
        &[
            "db \"password\" { port = \"hunter1\" }",
            "db \"password\" {\n  port = \"hunter1\"\n  x {\n    y = [\"hunter2\"]\n  }\n}",
            "db password {\n  port = <<EOT\nhunter1\nEOT\n}",
            "db \"password\" {\n  port = \"hunter1\n  hunter2\n}",
        ],
    );
    let text = r#"variable "password" {
  type = text
}
"#;
    assert_eq!(redacted(text), text);
}
