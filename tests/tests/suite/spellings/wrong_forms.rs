//! Known names in the wrong form.

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::Unexpected;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, Spec, SpecError};

use super::problems;

fn string(name: &str) -> Spec {
    AttrSpec::new(name, Type::String).into()
}

fn spec(unexpected: Unexpected) -> Spec {
    let tags = AttrSpec::new("tags", Type::map(Type::String)).former_name("labels").required();
    let users = BlocksSpec::new("user", string("shell")).map("name");
    ObjectSpec::new([
        ("tags", tags.into()),
        ("tls", BlocksSpec::new("tls", string("cert")).required().into()),
        ("users", users.into()),
    ])
    .unexpected(unexpected)
    .into()
}

#[test]
fn they_are_errors_however_lenient_the_spec_is() {
    let text = r#"tls = {cert = "a"}
user = {eve = {}}
tags {
  a = "b"
}
"#;
    let expected = "t.hcl:1:1: error: Unexpected attribute; The attribute \"tls\" is not expected here. \
        Did you mean a block? Write tls { … }, without the equals sign.\n\
        t.hcl:2:1: error: Unexpected attribute; The attribute \"user\" is not expected here. \
        Did you mean a block? Write user \"name\" { … }, without the equals sign.\n\
        t.hcl:3:1: error: Unexpected block; A block of type \"tags\" is not expected here. \
        Did you mean the attribute? Write tags = { … }, with an equals sign.";
    for unexpected in [Unexpected::Deny, Unexpected::Warn, Unexpected::Ignore] {
        assert_eq!(problems(text, &spec(unexpected)), expected);
    }
}

#[test]
fn other_names_are_as_lenient_as_the_spec() {
    let text = r"tls {}
tags = {}
other = 1
others {}
";
    assert_eq!(problems(text, &spec(Unexpected::Ignore)), "");
    let warnings = problems(text, &spec(Unexpected::Warn));
    assert!(warnings.starts_with("t.hcl:3:1: warning: Unexpected attribute"), "{warnings}");
    assert!(!warnings.contains("error:"), "{warnings}");
}

#[test]
fn former_names_count() {
    let found = problems("tls {}\nlabels {\n  a = 1\n}\n", &spec(Unexpected::Ignore));
    assert!(found.contains("Write labels = { … }, with an equals sign."), "{found}");
}

#[test]
fn a_list_of_blocks() {
    let found = problems("tags = {}\ntls = [{}, {}]\n", &spec(Unexpected::Ignore));
    let help = "Did you mean blocks? Write tls { … } for each element, without the equals sign.";
    assert!(found.ends_with(help), "{found}");
}

#[test]
fn an_attribute_that_is_generated() {
    let node = Spec::from(BlocksSpec::new("node", string("at")).list().dynamic());
    let spec = ObjectSpec::new([("nodes", node), ("tags", string("tags"))]);
    let spec = spec.unexpected(Unexpected::Ignore).into();
    assert_eq!(
        problems("dynamic \"tags\" {\n  for_each = []\n  content {}\n}\n", &spec),
        "t.hcl:1:9: error: Unexpected dynamic block; \"tags\" is an attribute, so it can't be generated as a \
         block. Write tags = …, with an equals sign."
    );
}

#[test]
fn in_json_the_forms_are_not_distinguished() {
    let text = r#"{"tls": {"cert": "a"}, "tags": {"a": "b"}, "user": {"eve": {}}}"#;
    assert_eq!(problems(text, &spec(Unexpected::Ignore)), "");
}

/// `internal` with a block type, an attribute, and a label of its own.
fn nested() -> Result<Spec, SpecError> {
    let server = BlocksSpec::new("server", string("host")).map("zone");
    let internal =
        || Spec::object([("servers", Spec::from(server.clone())), ("port", string("port"))]);
    let named = Spec::object([("name", LabelSpec::new(0, "name").into()), ("body", internal())]);
    let spec = Spec::object([
        ("internal", BlocksSpec::new("internal", internal()).into()),
        ("named", BlocksSpec::new("named", named).into()),
    ]);
    spec.check()?;
    Ok(spec)
}

#[test]
fn too_many_labels_that_are_meant_as_nesting() {
    let spec = nested().unwrap();
    let helps = [
        ("internal \"server\" \"a\" {}\n", "Write internal { server \"a\" { … } }."),
        ("internal \"port\" {}\n", "Write internal { port = { … } }."),
        ("named \"x\" \"server\" {}\n", "Write named \"x\" { server { … } }."),
        ("internal \"sever\" {}\n", "A block of type \"internal\" takes no labels."),
        ("named \"x\" \"y\" {}\n", "A block of type \"named\" takes 1 label (\"name\"), not 2."),
    ];
    for (text, help) in helps {
        let found = problems(text, &spec);
        assert!(found.contains(": Too many labels; "), "{found}");
        assert!(found.ends_with(help), "{found}");
    }
}

/// The help shows a value of the attribute's type.
#[test]
fn a_block_for_a_value_that_is_no_object() {
    #[derive(hcldyn::HclDecode)]
    #[allow(dead_code, reason = "nothing reads the fields")]
    struct Config {
        grace: std::time::Duration,
        level: Option<Level>,
        name: Option<String>,
        ports: Option<Vec<u16>>,
        points: Option<Vec<std::collections::BTreeMap<String, u8>>>,
        count: Option<u8>,
        tags: Option<std::collections::BTreeMap<String, String>>,
    }
    #[derive(hcldyn::HclValue)]
    enum Level {
        Info,
    }
    let text = r"grace { s = 30 }
level { a = 1 }
name { a = 1 }
ports { a = 1 }
points { a = 1 }
count { a = 1 }
tags { a = 1 }
";
    let found = problems(text, &<Config as hcldyn::HclDecode>::spec());
    let helps: Vec<_> =
        found.lines().filter_map(|line| Some(line.split_once("Write ")?.1)).collect();
    let expected = ["grace = \"1h30m\"", "level = \"info\"", "name = \"…\"", "ports = […]"];
    let expected = expected.into_iter().chain(["points = [{ … }]", "count = …", "tags = { … }"]);
    let expected: Vec<_> = expected.map(|it| format!("{it}, with an equals sign.")).collect();
    assert_eq!(helps, expected, "{found}");
}
