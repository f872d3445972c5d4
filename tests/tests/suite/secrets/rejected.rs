//! Blocks and attributes that are reported and never decoded.

use hcldyn::body::Body;
use hcldyn::cty::Type;
use hcldyn::cty::value_spec::Unexpected;
use hcldyn::ext::graph::{BlockKind, Definitions};
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, OneOfSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use insta::assert_snapshot;

use super::{assert_hidden_in_json, assert_hidden_in_native, database, logins, report, shown};

#[test]
fn rejected_blocks() {
    assert_hidden_in_native(
        &database(),
        &[
            r#"db "a" "b" { password = "hunter2" }"#,
            r#"db { password = "hunter2" }"#,
            "db \"a\" {}\ndb \"b\" { password = \"hunter2\" }",
            r#"database "a" { password = "hunter2" }"#,
            "dynamic \"db\" { content { password = \"hunter2\" }\n}",
            r#"dynamic "database" { content { password = "hunter2" } }"#,
            r#"db "a" { nested { password = "hunter2" } }"#,
            r#"db "a" { login "x" { password = "hunter2" } }"#,
        ],
    );
}

#[test]
fn rejected_blocks_in_json() {
    assert_hidden_in_json(
        &database(),
        &[
            r#"{"db": {"a": [{"port": 1}, {"password": "hunter2"}]}}"#,
            r#"{"db": [{"a": {"password": "hunter1"}}, {"b": {"password": "hunter2"}}]}"#,
            r#"{"db": "x", "password": "hunter2"}"#,
            r#"{"database": {"a": {"password": "hunter2"}}}"#,
            r#"{"dynamic": {"db": {"content": {"password": "hunter2"}}}}"#,
            r#"{"db": {"a": {"password": "hunter1", "password": "hunter2"}}}"#,
            r#"{"size": "x", "other": [1, {"password": ["hunter2", {"a": "hunter3"}]}]}"#,
        ],
    );
}

#[test]
fn a_string_of_json_that_is_spelt_like_a_name_is_a_secret() {
    let text = r#"{"db": {"a": {"password": "hunter2", "port": "x"}}}"#;
    assert_hidden_in_json(&database(), &[text]);
    assert_snapshot!(report(&database(), hcldyn::syntax::parse_json_body, text));
}

#[test]
fn an_attribute_that_is_set_twice() {
    assert_hidden_in_native(
        &database(),
        &[
            r#"db "a" {
  password = "hunter1"
  password = "hunter2"
}"#,
            r#"db "a" { password = "hunter1", password = "hunter2" }"#,
        ],
    );
    let text = r#"db "a" {
  password    = "hunter1"
  secret_word = "hunter2"
}"#;
    assert_snapshot!(report(&database(), parse_body, text));
}

/// Rules between attributes report errors at the names of the attributes.
#[test]
fn rules_between_attributes() {
    let secret = |name: &'static str| (name, AttrSpec::new(name, Type::String).sensitive().into());
    let user = ("user", AttrSpec::new("user", Type::String).into());
    let object = ObjectSpec::new([secret("password"), secret("token"), user]);
    let object = object.at_most_one_of(["password", "token"]).requires("password", ["user"]);
    let spec = Spec::object([("login", BlocksSpec::new("login", object.into()).into())]);
    let text = r#"login {
  password = "hunter1"
  token = "hunter2"
}"#;
    assert_hidden_in_native(&spec, &[text]);
    let text = r#"{"login": {"password": "hunter1", "token": "hunter2"}}"#;
    assert_hidden_in_json(&spec, &[text]);
}

#[test]
fn forms_that_are_not_chosen() {
    let secret = |name: &'static str| AttrSpec::new(name, Type::String).sensitive().into();
    let forms =
        |tag| OneOfSpec::by_attribute(tag, [("a", secret("password")), ("b", secret("token"))]);
    let spec = Spec::object([
        ("login", BlocksSpec::new("login", forms("kind").into()).into()),
        ("size", AttrSpec::new("size", Type::Number).into()),
    ]);
    assert_hidden_in_native(
        &spec,
        &[
            r#"login { password = "hunter2" }"#,
            r#"login {
  kind = "c"
  token = "hunter2" "hunter3"
}"#,
            "login {\n  kind = \"a\"\n  token = \"hunter2\"\n}",
            r#"login {
  knd = "a"
  token = "hunter2"
}
login { token = "hunter3" }"#,
        ],
    );
    assert_hidden_in_json(
        &spec,
        &[
            r#"{"login": {"kind": "c", "token": "hunter2"}}"#,
            r#"{"login": {"kind": "a", "token": "hunter2"}}"#,
        ],
    );
}

#[test]
fn warnings() {
    let login = ObjectSpec::new([("password", {
        let spec = AttrSpec::new("password", Type::String).sensitive();
        spec.deprecated("Use a key.").into()
    })]);
    let login = login.unexpected(Unexpected::Warn);
    let spec = Spec::object([("login", BlocksSpec::new("login", login.into()).into())]);
    assert_hidden_in_native(
        &spec,
        &[
            r#"login { password = "hunter2" }"#,
            "login {\n  passwort = \"hunter2\"\n}",
            r#"login { passwort { value = "hunter2" } }"#,
        ],
    );
    assert_hidden_in_json(&spec, &[r#"{"login": {"password": "hunter2", "x": 1}}"#]);
}

/// Attributes and blocks of several files in one merged body.
#[test]
fn several_files() {
    let texts = ["db \"a\" { password = \"hunter1\" }\n", "db \"b\" { password = \"hunter2\" }\n"];
    let mut diags = Diagnostics::new();
    let bodies = texts.map(|text| parse_body(&Source::new("a.hcl", text), &mut diags));
    let body = Body::merge(bodies).unwrap();
    decode(&body, &database(), &EvalContext::new(), &mut diags);
    let report = shown(&diags);
    assert_eq!(report.matches("(sensitive)").count(), 2, "{report}");

    let texts = ["password = \"hunter1\"\n", "password = \"hunter2\" \"hunter3\"\n"];
    let mut diags = Diagnostics::new();
    let bodies = texts.map(|text| parse_body(&Source::new("a.hcl", text), &mut diags));
    let spec = AttrSpec::new("password", Type::String).sensitive().into();
    decode(&Body::merge(bodies).unwrap(), &spec, &EvalContext::new(), &mut diags);
    assert!(shown(&diags).contains("(sensitive)"));
}

#[test]
fn blocks_in_place_of_the_attribute() {
    assert_hidden_in_native(
        &logins(),
        &[
            r#"login { password { value = "hunter2" } }"#,
            r#"login {
  user = []
  password {
    value = "hunter2"
  }
}"#,
            r#"login { password "hunter2" { value = 1 } }"#,
            r#"login { dynamic "password" { for_each = ["hunter2"] } }"#,
        ],
    );
}

/// Rejected blocks among the nodes of a graph.
#[test]
fn blocks_of_a_graph() {
    let spec: Spec = AttrSpec::new("password", Type::String).sensitive().into();
    let kind = BlockKind::new("db", &["name"]).defines(&["db"]).spec(spec);
    for text in
        ["db { password = \"hunter2\" }", "db \"a\" {}\ndb \"a\" { password = \"hunter2\" }"]
    {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("a.hcl", text), &mut diags);
        Definitions::new().block(kind.clone()).graph(&body, &mut diags);
        assert!(shown(&diags).contains("(sensitive)"));
    }
}
