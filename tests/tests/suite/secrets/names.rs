//! Names that count as names of sensitive attributes, and ways to write them.

use hcldyn::cty::Type;
use hcldyn::parse_body;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
use insta::assert_snapshot;

use super::{assert_hidden_in_json, assert_hidden_in_native, database, logins, report};

#[test]
fn aliases_and_former_names() {
    assert_hidden_in_native(
        &database(),
        &[
            r#"db { passphrase = "hunter2" }"#,
            r#"db { secret_word = "hunter2" }"#,
            r#"db "a" { secret_word = "hunter2" }"#,
            r#"db "a" { password = "hunter1", passphrase = "hunter2" }"#,
        ],
    );
    assert_hidden_in_json(
        &database(),
        &[r#"{"db": {"a": {"passphrase": "hunter2", "secret_word": "hunter3"}}}"#],
    );
}

#[test]
fn misspelled_names() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login {\n  user = \"me\"\n  pasword = \"hunter2\"\n}",
            r#"login {
  user = "me"
  PASSWORD = "hunter2"
}"#,
            r#"login {
  user = "me"
  PassWrod = "hunter2"
}"#,
            r#"login {
  user = "me"
  passwords { a = "hunter2" }
}"#,
        ],
    );
    assert_hidden_in_json(
        &logins(),
        &[
            r#"{"login": {"user": "me", "pasword": "hunter2"}}"#,
            r#"{"login": {"user": "me", "PASSWORD": ["hunter2"]}}"#,
        ],
    );
}

/// A name of the spec is not a misspelling, so its value is shown.
#[test]
fn names_that_are_meant() {
    let spec = Spec::object([
        ("key", AttrSpec::new("key", Type::String).sensitive().into()),
        ("keys", AttrSpec::new("keys", Type::Number).into()),
    ]);
    let text = r#"key = "hunter2"
keys = "x"
kye = "hunter3"
"#;
    assert_snapshot!(report(&spec, parse_body, text));
}

#[test]
fn names_in_quotes_and_brackets() {
    assert_hidden_in_native(
        &logins(),
        &[
            r#"login { "password" = "hunter2" }"#,
            "login {\n  \"password\" = \"hunter2\"\n}",
            "login {\n  'password' = 'hunter2'\n}",
            "login = { (\"password\") = \"hunter2\" }",
            "login = { \"pass\\u0077ord\" = \"hunter2\" }",
            "x = { password : \"hunter2\" }",
            "x = [{ a = 1, password = \"hunter2\", b = 2 }]",
            "x = f(\"${{ password = \"hunter2\" }}\")",
            "x = { for k in [] : \"password\" => \"hunter2\" }",
        ],
    );
    assert_hidden_in_json(
        &logins(),
        &[
            r#"{"login": {"pass\u0077ord": "hunter2"}}"#,
            r#"{"login": {"password" : "hunter2"}}"#,
            r#"{"login": {password: "hunter2"}}"#,
            r#"{"login": {'password': 'hunter2'}}"#,
            r#"{"login": {"password" = "hunter2"}}"#,
        ],
    );
}

#[test]
fn comments_between() {
    assert_hidden_in_native(
        &logins(),
        &[
            r#"login { password /* a */ = /* b */ "hunter2" }"#,
            "login {\n  password /* a\n b */ = \"hunter2\"\n}",
            r#"login {
  password = [ # a
    "hunter2", // b ]
    "hunter3"
  ]
}"#,
            "login {\n  password = \"hunter2\" # why\n}",
        ],
    );
}

#[test]
fn other_line_breaks() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login {\r\n  password = \"hunter2\"\r\n  password = <<EOT\r\nhunter3\r\nEOT\r\n}\r\n",
            "\u{feff}login { password = \"hunter2\" }",
            "\u{feff}password = \"hunter2\"",
        ],
    );
    assert_hidden_in_json(
        &logins(),
        &[
            "\u{feff}{\"login\": {\"password\": \"hunter2\"}}",
            "{\r\n\"login\": {\"password\":\r\n\"hunter2\"\r\n}}",
        ],
    );
}

/// Attributes inside specs of every kind.
#[test]
fn attributes_at_any_depth() {
    let secret = || -> Spec { AttrSpec::new("password", Type::String).sensitive().into() };
    let nested = || Spec::object([("password", secret())]);
    let specs: [Spec; 6] = [
        secret().or(Spec::Literal("x".into())),
        Spec::tuple([secret()]),
        Spec::from(BlocksSpec::new("x", nested()).map("name")),
        Spec::from(BlocksSpec::new("x", nested()).object("name")),
        Spec::from(BlocksSpec::of_types([("x", nested())])),
        nested().validate(|_, _| ()),
    ];
    for spec in specs {
        let texts = [r#"y { password = "hunter2" }"#, r#"x "a" "b" { password = "hunter2" }"#];
        assert_hidden_in_native(&spec, &texts);
        assert_hidden_in_json(&spec, &[r#"{"y": {"password": "hunter2"}}"#]);
    }
    // The attributes of such a block have arbitrary names, and none is sensitive.
    let free = Spec::from(BlocksSpec::attributes("x", Type::Number));
    let text = "x { password = \"shown\" }";
    assert!(report(&free, parse_body, text).contains("shown"));
}

/// The name of a variable is not a secret. A word that names none may be one.
#[test]
fn references() {
    for text in ["password = host.a[0].b", "pasword = var.password"] {
        let report = report(&logins(), parse_body, &format!("login {{\n  {text}\n}}"));
        assert!(report.contains(text), "{report}");
    }
    assert_hidden_in_native(
        &logins(),
        &[
            "login {\n  password = hunter2\n}",
            "login {\n  password = hunter2.a[0]\n}",
            "login {\n  password = hunter2[\"hunter3\"]\n}",
            "login {\n  password = hunter2 + x\n}",
            "login {\n  pins = true\n}",
            "login {\n  pins = 1234\n}",
        ],
    );
}
