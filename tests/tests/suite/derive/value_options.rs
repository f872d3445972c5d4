//! The options of `#[derive(HclValue)]`.

use std::collections::BTreeMap;
use std::net::IpAddr;

use hcldyn::cty::{FromValue, Value};
use hcldyn::diag::{Report, Severity, Style};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Deferred, Diagnostics, EvalContext, HclDecode, HclValue};

use super::{good, problems};

/// A file whose only attribute has a type.
#[derive(Debug, PartialEq, HclDecode)]
#[hcl(bound = "T: FromValue")]
struct Config<T> {
    a: T,
}

#[track_caller]
fn value<T: FromValue>(text: &str) -> T {
    good::<Config<T>>(&format!("a = {text}\n")).a
}

#[track_caller]
fn errors<T: FromValue>(text: &str) -> String {
    problems::<Config<T>>(&format!("a = {text}\n"))
}

/// Returns the value, and the warnings as lines.
fn with_warnings<T: FromValue>(text: &str) -> (T, String) {
    let mut diags = Diagnostics::new();
    let body = hcldyn::parse_body(&Source::new("t.hcl", format!("a = {text}\n")), &mut diags);
    let config = hcldyn::from_body::<Config<T>>(&body, &EvalContext::new(), &mut diags);
    assert!(diags.iter().all(|it| it.severity == Severity::Warning), "{diags}");
    (config.unwrap_or_else(|| panic!("{diags}")).a, diags.to_string())
}

#[derive(Debug, PartialEq, HclValue)]
struct Server {
    #[hcl(alias = "hostname", former_name = "address")]
    host: String,
    port: Option<u16>,
}

#[test]
fn other_names() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Old {
        #[hcl(former_name = "address")]
        host: String,
        #[hcl(deprecated = "Use the default.")]
        port: Option<u16>,
    }
    let server = Server { host: "h".into(), port: None };
    assert_eq!(value::<Server>("{ host = \"h\" }"), server);
    assert_eq!(value::<Server>("{ hostname = \"h\" }"), server);
    let (found, warnings) = with_warnings::<Old>("{ address = \"h\", port = 1 }");
    assert_eq!(found, Old { host: "h".into(), port: Some(1) });
    assert_eq!(
        warnings,
        "t.hcl:1:7: warning: Deprecated attribute; The attribute \"address\" is deprecated. Use \"host\" instead.\n\
         t.hcl:1:22: warning: Deprecated attribute; The attribute \"port\" is deprecated. Use the default."
    );
    assert_eq!(
        errors::<Server>("{ host = \"h\", hostname = \"i\" }"),
        "t.hcl:1:19: error: Attribute set twice; \"host\" and \"hostname\" are names of the same attribute. Set only one of them."
    );
}

#[test]
fn unknown_attributes() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(unknown = "warn")]
    struct Warned {
        name: String,
    }
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(unknown = "ignore")]
    struct Ignored {
        name: String,
    }
    assert_eq!(
        errors::<Server>("{ host = \"h\", prot = 1 }"),
        "t.hcl:1:19: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?"
    );
    let (found, warnings) = with_warnings::<Warned>("{ name = \"n\", size = 1 }");
    assert_eq!(found.name, "n");
    assert_eq!(
        warnings,
        "t.hcl:1:19: warning: Unexpected attribute; The attribute \"size\" is not expected here. Expected here: \"name\"."
    );
    let (found, warnings) = with_warnings::<Ignored>("{ name = \"n\", size = 1 }");
    assert_eq!((found.name.as_str(), warnings.as_str()), ("n", ""));
}

#[test]
fn every_error_is_at_its_part() {
    assert_eq!(
        errors::<Vec<Server>>("[{ host = [] }, { prot = 1 }, { host = \"h\" }, 5]"),
        "t.hcl:1:15: error: Wrong type; Invalid value for \"a\": element 0: attribute \"host\": a string is required, not a tuple.\n\
         t.hcl:1:21: error: Missing attribute; The required attribute \"host\" is not set.\n\
         t.hcl:1:23: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?\n\
         t.hcl:1:51: error: Wrong type; Invalid value for \"a\": element 3: an object is required, not a number."
    );
}

/// A number that its Rust type rejects is an error beside those that the spec rejects.
#[test]
fn errors_of_types_and_of_the_spec() {
    #[derive(Debug, HclValue)]
    struct Outer {
        #[hcl(alias = "srv")]
        server: Server,
        #[hcl(flatten)]
        size: Size,
        levels: Vec<u8>,
    }
    #[derive(Debug, HclValue)]
    struct Size {
        width: u8,
    }
    assert_eq!(
        errors::<Outer>(
            "{ srv = { hots = \"h\", port = 70000 }, width = 256, levels = [1, 300, [], null] }"
        ),
        "t.hcl:1:15: error: Unexpected attribute; The attribute \"hots\" is not expected here. Did you mean \"host\"?\n\
         t.hcl:1:34: error: Invalid value for \"a\": attribute \"server\": attribute \"port\": a whole number from 0 to 65535 is required, not 70000.\n\
         t.hcl:1:51: error: Invalid value for \"a\": attribute \"width\": a whole number from 0 to 255 is required, not 256.\n\
         t.hcl:1:69: error: Invalid value for \"a\": attribute \"levels\": element 1: a whole number from 0 to 255 is required, not 300.\n\
         t.hcl:1:74: error: Wrong type; Invalid value for \"a\": attribute \"levels\": element 2: a number is required, not a tuple.\n\
         t.hcl:1:78: error: Invalid value for \"a\": attribute \"levels\": element 3: a number is required, not null."
    );
    // A failed part has one error, also under another name.
    assert_eq!(
        errors::<Server>("{ hostname = [], prot = 70000 }"),
        "t.hcl:1:18: error: Wrong type; Invalid value for \"a\": attribute \"hostname\": a string is required, not a tuple.\n\
         t.hcl:1:22: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?"
    );
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(tag = "kind")]
enum Source1 {
    File {
        path: String,
    },
    Http(Http),
    #[hcl(alias = "stdin")]
    Console,
}

#[derive(Debug, PartialEq, HclValue)]
struct Http {
    url: String,
    #[hcl(default = 3)]
    retries: u8,
}

#[test]
fn variants_by_a_tag() {
    assert_eq!(
        value::<Source1>("{ kind = \"file\", path = \"p\" }"),
        Source1::File { path: "p".into() }
    );
    let http = Source1::Http(Http { url: "u".into(), retries: 3 });
    assert_eq!(value::<Source1>("{ kind = \"http\", url = \"u\" }"), http);
    assert_eq!(value::<Source1>("{ kind = \"stdin\" }"), Source1::Console);
    for (text, error) in [
        ("{ kind = \"htp\" }", "t.hcl:1:14: error: "),
        (
            "{ path = \"p\" }",
            "t.hcl:1:5: error: Missing attribute; The required attribute \"kind\" is not set.",
        ),
        (
            "{ kind = \"file\", url = \"u\", path = \"p\" }",
            "t.hcl:1:22: error: Unexpected attribute; The attribute \"url\" is not expected here.",
        ),
        ("{ kind = \"console\", path = \"p\" }", "t.hcl:1:25: error: Unexpected attribute"),
        ("\"file\"", "t.hcl:1:5: error: Wrong type"),
    ] {
        let found = errors::<Source1>(text);
        assert!(found.starts_with(error) && !found.contains('\n'), "{text}: {found}");
    }
    assert!(errors::<Source1>("{ kind = \"htp\" }").ends_with("Did you mean \"http\"?"));
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(untagged)]
enum Listen {
    Port(u16),
    Address { host: String, port: u16 },
    Names(Vec<String>),
}

#[test]
fn variants_by_their_form() {
    assert_eq!(value::<Listen>("80"), Listen::Port(80));
    assert_eq!(
        value::<Listen>("{ host = \"h\", port = 80 }"),
        Listen::Address { host: "h".into(), port: 80 }
    );
    assert_eq!(value::<Listen>("[\"a\"]"), Listen::Names(vec!["a".into()]));
    let nothing = errors::<Listen>("true");
    assert!(
        nothing.starts_with("t.hcl:1:5: error: Wrong type") && !nothing.contains('\n'),
        "{nothing}"
    );
}

#[test]
fn any_other_keyword() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(ignore_case)]
    enum Region {
        #[hcl(former_name = "us")]
        UsEast,
        Eu,
        #[hcl(skip)]
        Internal,
        #[hcl(other)]
        Other(String),
    }
    assert_eq!(value::<Region>("\"US_EAST\""), Region::UsEast);
    assert_eq!(value::<Region>("\"Eu\""), Region::Eu);
    let other = |name: &str| Region::Other(name.into());
    assert_eq!(value::<Region>("\"internal\""), other("internal"));
    assert_eq!(value::<Region>("\"Mars\""), other("Mars"));
    let (found, warnings) = with_warnings::<Region>("\"us\"");
    assert_eq!(found, Region::UsEast);
    assert!(warnings.starts_with("t.hcl:1:5: warning: Deprecated value; "), "{warnings}");
    assert!(warnings.ends_with("Use \"us_east\" instead."), "{warnings}");
    assert_eq!(with_warnings::<Region>("\"US\"").1, warnings.replace("\"us\"", "\"US\""));
    assert!(!matches!(value::<Region>("\"x\""), Region::Internal));
}

#[test]
fn null_and_left_out() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Patch {
        size: Option<Option<u8>>,
        name: Option<String>,
    }
    let size = |text: &str| value::<Patch>(text).size;
    assert_eq!(size("{}"), None);
    assert_eq!(size("{ size = null }"), Some(None));
    assert_eq!(size("{ size = 1 }"), Some(Some(1)));
    assert_eq!(value::<Patch>("{ name = null }").name, None);
}

#[test]
fn flattened_and_remaining_attributes() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Labelled {
        name: String,
        #[hcl(flatten)]
        server: Server,
        #[hcl(remain)]
        rest: BTreeMap<String, Value>,
    }
    let found = value::<Labelled>("{ name = \"n\", host = \"h\", x = 1, y = \"z\" }");
    assert_eq!(found.server, Server { host: "h".into(), port: None });
    let rest = BTreeMap::from([("x".into(), Value::from(1)), ("y".into(), Value::from("z"))]);
    assert_eq!(found.rest, rest);
    assert_eq!(
        errors::<Labelled>("{ name = \"n\" }"),
        "t.hcl:1:5: error: Missing attribute; The required attribute \"host\" is not set."
    );
}

#[test]
fn recursive_values() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Tree {
        name: String,
        #[hcl(default)]
        children: Vec<Self>,
    }
    let leaf = |name: &str| Tree { name: name.into(), children: Vec::new() };
    let text = "{ name = \"a\", children = [{ name = \"b\" }, { name = \"c\", children = [] }] }";
    let tree = Tree { name: "a".into(), children: vec![leaf("b"), leaf("c")] };
    assert_eq!(value::<Tree>(text), tree);
    let wrong = "{ name = \"a\", children = [{ name = \"b\", children = [{ nam = \"c\" }] }] }";
    assert!(errors::<Tree>(wrong).contains("Did you mean \"name\"?"));
    // Deeper than any call stack allows: the parser rejects it.
    let deep =
        format!("{}{}", "{ name = \"a\", children = [".repeat(100_000), "]}".repeat(100_000));
    assert!(errors::<Tree>(&deep).contains("nested"));
}

#[test]
fn conversions_of_attributes() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Route {
        #[hcl(from_str)]
        via: IpAddr,
        #[hcl(with = seconds)]
        timeout: u64,
        #[hcl(validate = is_positive)]
        weight: i8,
    }
    fn seconds(minutes: u64) -> Result<u64, &'static str> {
        minutes.checked_mul(60).ok_or("too many minutes")
    }
    fn is_positive(weight: &i8) -> Result<(), &'static str> {
        if *weight > 0 { Ok(()) } else { Err("The weight must be positive.") }
    }
    let found = value::<Route>("{ via = \"10.0.0.1\", timeout = 2, weight = 1 }");
    assert_eq!((found.via.to_string().as_str(), found.timeout), ("10.0.0.1", 120));
    let wrong = errors::<Route>("{ via = \"10\", timeout = 2, weight = 0 }");
    let lines: Vec<_> = wrong.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(lines, ["t.hcl:1:13", "t.hcl:1:41"], "{wrong}");
}

#[test]
fn sensitive_attributes() {
    #[derive(Debug, HclValue)]
    struct Login {
        user: String,
        #[hcl(sensitive)]
        pin: u16,
    }
    let login = value::<Login>("{ user = \"u\", pin = 1234 }");
    assert_eq!((login.user.as_str(), login.pin), ("u", 1234));
    for text in ["{ user = \"u\", pin = \"hunter1\" }", "{ pin = \"hunter1\" }"] {
        let mut diags = Diagnostics::new();
        let source = Source::new("t.hcl", format!("a = {text}\n"));
        let body = hcldyn::parse_body(&source, &mut diags);
        let config = hcldyn::from_body::<Config<Login>>(&body, &EvalContext::new(), &mut diags);
        assert!(config.is_none());
        let shown = format!("{diags}\n{}", Report::new(&diags).style(Style::Plain));
        assert!(!shown.contains("hunter1"), "{shown}");
    }
    let text = "[{ user = [], pin = \"hunter1\" }, { pin = 1 }]";
    // Each error is at its part. That of the sensitive attribute hides the value.
    let hidden = "is invalid. The value is hidden because it is sensitive.";
    let expected = [
        ("t.hcl:1:15: ", "attribute \"user\": a string is required".to_owned()),
        ("t.hcl:1:19: ", format!("element 0: attribute \"pin\" {hidden}")),
        ("t.hcl:1:38: ", "The required attribute \"user\" is not set".to_owned()),
    ];
    let found = errors::<Vec<Login>>(text);
    for (place, part) in expected {
        assert!(found.lines().any(|it| it.starts_with(place) && it.contains(&part)), "{found}");
    }
    // A list with another value may hold secrets anywhere.
    let found = errors::<Vec<Login>>("[{ user = [] }, 5]");
    assert!(found.lines().all(|it| it.contains("hidden")), "{found}");
    // The Rust type rejects the number.
    let found = errors::<Vec<Login>>("[{ user = [], pin = 70000 }]");
    let is_hidden = found.contains("1:19: error: Invalid value") && found.contains(hidden);
    assert!(is_hidden && !found.contains("70000"), "{found}");
}

#[test]
fn back_into_values() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(into_value)]
    struct Point {
        x: i64,
        #[hcl(default = 0)]
        y: i64,
        #[hcl(skip)]
        cache: u8,
    }
    let point = Point { x: 1, y: 2, cache: 9 };
    let expected = Value::object([("x", Value::from(1)), ("y", Value::from(2))]);
    assert_eq!(Value::try_from(point), Ok(expected.clone()));
    let again = Point::from_value(&expected).unwrap();
    assert_eq!(again, Point { x: 1, y: 2, cache: 0 });
}

#[test]
fn unknown_and_marked_values() {
    let ctx = |value| EvalContext::new().with_variable("v", value);
    let unknown = ctx(Value::unknown(hcldyn::cty::Type::String));
    let source = Source::new("t.hcl", "a = { host = v }\n");
    let error = hcldyn::from_source::<Config<Server>>(&source, &unknown).unwrap_err();
    assert!(error.to_string().contains("not known"), "{error}");
    let marked = ctx(Value::from("hunter1").mark(hcldyn::cty::Mark::sensitive()));
    let error = hcldyn::from_source::<Config<Server>>(&source, &marked).unwrap_err().to_string();
    assert!(error.contains("the value is sensitive") && !error.contains("hunter1"), "{error}");
    // The keys of a marked map are as secret as its elements.
    let map = Value::object([("hunter1", "x".into())]).mark(hcldyn::cty::Mark::sensitive());
    let source = Source::new("t.hcl", "a = v\n");
    for error in [
        hcldyn::from_source::<Config<BTreeMap<String, u8>>>(&source, &ctx(map.clone()))
            .unwrap_err(),
        hcldyn::from_source::<Config<BTreeMap<String, Server>>>(&source, &ctx(map)).unwrap_err(),
    ] {
        assert!(!error.to_string().contains("hunter1"), "{error}");
    }
}

#[test]
fn captured_parts() {
    #[derive(Debug, HclValue)]
    struct Rule {
        name: String,
        when: Deferred<bool>,
    }
    #[derive(Debug, HclDecode)]
    struct Rules {
        rules: Vec<Rule>,
    }
    let rules: Rules = good("rules = [{ name = \"r\", when = request.port == 80 }]\n");
    assert_eq!(rules.rules[0].name, "r");
    let request = |port: u16| ("request", Value::object([("port", Value::from(port))]));
    for (port, expected) in [(80, true), (81, false)] {
        assert_eq!(rules.rules[0].when.evaluate(&[request(port)]).unwrap(), expected);
    }
}

#[test]
fn in_json_syntax() {
    let mut diags = Diagnostics::new();
    let text = r#"{"a": [{"host": "h", "port": 80}, {"hots": "i"}]}"#;
    let body = parse_json_body(&Source::new("t.json", text), &mut diags);
    let config = hcldyn::from_body::<Config<Vec<Server>>>(&body, &EvalContext::new(), &mut diags);
    assert!(config.is_none());
    assert_eq!(
        diags.to_string(),
        "t.json:1:36: error: Unexpected attribute; The attribute \"hots\" is not expected here. Did you mean \"host\"?"
    );
}

#[test]
fn in_generated_blocks() {
    #[derive(Debug, HclDecode)]
    struct Root {
        #[hcl(block, dynamic)]
        pool: Vec<Config<Server>>,
    }
    let root: Root = good(
        "dynamic \"pool\" {\n  for_each = [80, 81]\n  content {\n    a = { host = \"h\", port = pool.value }\n  }\n}\n",
    );
    let ports: Vec<_> = root.pool.iter().map(|pool| pool.a.port).collect();
    assert_eq!(ports, [Some(80), Some(81)]);
}
