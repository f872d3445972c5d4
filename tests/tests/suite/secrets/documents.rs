//! Secrets of a spec: documents and messages do not show the values of its rules and defaults.

use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::cty::{Type, Value};
use hcldyn::docs::Reference;
use hcldyn::docs::json_schema::{of_configuration, of_value};
use hcldyn::docs::sample::Sample;
use hcldyn::parse_body;
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Rest, Spec};

use super::{assert_hidden_in_native, report};

/// Returns the spec of a value with a sensitive part.
fn login() -> ValueSpec {
    let mut password = ObjectAttribute::new("password", Type::String);
    password.sensitive = true;
    let user = ObjectAttribute::new("user", Type::String);
    ValueSpec::Object(ObjectValueSpec::new([password, user]).into())
}

/// Returns a spec with secrets in its defaults and its rule.
fn spec() -> Spec {
    let key = AttrSpec::new("key", Type::String).sensitive();
    let key = Spec::from(key).or(Spec::Literal("hunter1".into()));
    let secret = Value::object([("password", "hunter2".into()), ("user", "me".into())]);
    let login = Spec::from(AttrSpec::new("login", login())).or(Spec::Literal(secret));
    let pin = AttrSpec::new("pin", Type::String).sensitive();
    let block = BlocksSpec::new("lock", Spec::object([("pin", pin.into())]));
    let block = Spec::from(block).or(Spec::Literal(Value::object([("pin", "hunter3".into())])));
    let host = AttrSpec::new("host", Type::String).into();
    let object = ObjectSpec::new([("key", key), ("login", login), ("lock", block), ("host", host)]);
    object.requires_if("key", "hunter4", ["host"]).into()
}

#[test]
fn secrets_of_a_spec_in_documents() {
    let outline = spec().outline();
    let reference = Reference::new(outline.clone());
    let documents = [
        reference.markdown(),
        reference.html(),
        reference.man(),
        Sample::new(&outline).text(),
        of_configuration(&outline),
        of_value(&spec()),
        format!("{outline:?}"),
    ];
    for document in &documents {
        assert!(document.contains("login") && !document.contains("hunter"), "{document}");
    }
    let page = &documents[0];
    assert!(page.contains("If `key` is (sensitive), `host` must be set too."), "{page}");
    assert!(page.contains("Default: a hidden value"), "{page}");
}

#[test]
fn changes_of_secret_defaults_and_rules() {
    let key = |default: &str, secret: &str| {
        let key = Spec::from(AttrSpec::new("key", Type::String).sensitive());
        let host = AttrSpec::new("host", Type::String).into();
        let key = key.or(Spec::Literal(default.into()));
        let object = ObjectSpec::new([("key", key), ("host", host)]);
        Spec::from(object.requires_if("key", secret, ["host"])).outline()
    };
    let changes = key("hunter1", "hunter2").changes(&key("hunter3", "hunter4"));
    let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
    let expected = [
        "breaking: key: default: a hidden value → a hidden value",
        "breaking: .: rule added: key = a hidden value requires host",
        "compatible: .: rule removed: key = a hidden value requires host",
    ];
    assert_eq!(changes, expected);
    assert!(key("hunter1", "hunter2").changes(&key("hunter1", "hunter2")).is_empty());
}

/// The rule compares the value without its mark.
#[test]
fn a_rule_about_a_sensitive_value() {
    let report = report(&spec(), parse_body, "key = \"hunter4\"");
    let detail = "\"host\" must be set if \"key\" has this value, which is hidden";
    assert!(report.contains(detail), "{report}");
}

#[test]
fn sensitive_parts_of_values() {
    assert_hidden_in_native(
        &Spec::from(AttrSpec::new("login", login())),
        &[
            r#"login = { password = "hunter2", user = [1] }"#,
            r#"login = { password = ["hunter2"] }"#,
            "login = { user = 1, password = \"hunter2\"\n}\nnope = 1",
            "login = { password = \"hunter2\" nope }",
        ],
    );
    let free = BlocksSpec::attributes("logins", login());
    let sources = [
        r#"logins { a = { password = "hunter2", user = [1] } }"#,
        "logins {\n  a = { password = \"hunter2\" nope }\n}",
    ];
    assert_hidden_in_native(&free.into(), &sources);
    let rest = Spec::object([("rest", Spec::Rest(Rest::Attributes(login())))]);
    assert_hidden_in_native(&rest, &[r#"a = { password = "hunter2", user = [1] }"#]);
}
