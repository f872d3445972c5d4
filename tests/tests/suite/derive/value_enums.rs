//! Enums that derive `HclValue`: keywords among other forms, recursion, and mistakes that `Spec::check` finds.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use hcldyn::cty::{FromValue, Value, seconds};
use hcldyn::diag::Severity;
use hcldyn::syntax::Source;
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

/// Returns the mistakes in a type, one on each line.
#[track_caller]
fn mistakes<T: FromValue>() -> String {
    Config::<T>::spec().check().unwrap_err().to_string()
}

#[test]
fn keywords_among_other_forms() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(untagged)]
    enum Size {
        Auto,
        #[hcl(former_name = "none", name = "off")]
        Zero,
        Bytes(u64),
    }
    assert_eq!(value::<Size>("\"auto\""), Size::Auto);
    assert_eq!(value::<Size>("\"off\""), Size::Zero);
    assert_eq!(value::<Size>("5"), Size::Bytes(5));
    assert_eq!(
        errors::<Size>("\"aut\""),
        "t.hcl:1:5: error: Unexpected value; Invalid value for \"a\": \"auto\", \"off\" or a number is required, not \"aut\". Did you mean \"auto\"?"
    );
    assert_eq!(
        errors::<Size>("[]"),
        "t.hcl:1:5: error: Wrong type; Invalid value for \"a\": a string or a number is required, not a tuple with no elements."
    );
    let mut diags = Diagnostics::new();
    let body = hcldyn::parse_body(&Source::new("t.hcl", "a = \"none\"\n"), &mut diags);
    let config = hcldyn::from_body::<Config<Size>>(&body, &EvalContext::new(), &mut diags);
    assert_eq!(config, Some(Config { a: Size::Zero }));
    assert!(diags.iter().all(|it| it.severity == Severity::Warning));
    assert!(diags.to_string().ends_with("Use \"off\" instead."), "{diags}");

    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(untagged)]
    enum Name {
        Any,
        Exact(String),
    }
    assert_eq!(value::<Name>("\"any\""), Name::Any);
    assert_eq!(value::<Name>("\"x\""), Name::Exact("x".into()));
}

#[test]
fn marked_values_are_not_shown() {
    #[derive(Debug, HclValue)]
    #[hcl(untagged)]
    enum Size {
        Auto,
        Bytes(u64),
    }
    #[derive(Debug, HclValue)]
    #[hcl(tag = "kind")]
    enum Sink {
        File { path: String },
    }
    #[derive(Debug, HclValue)]
    enum Level {
        Info,
    }
    let secret = Value::from("hunter1").mark(hcldyn::cty::Mark::sensitive());
    let ctx = EvalContext::new().with_variable("secret", secret);
    let error = |decoded: Result<(), Diagnostics>| decoded.unwrap_err().to_string();
    let size = |text| error(hcldyn::from_str::<Config<Size>>(text, &ctx).map(drop));
    let sink = |text| error(hcldyn::from_str::<Config<Sink>>(text, &ctx).map(drop));
    let level = |text| error(hcldyn::from_str::<Config<Level>>(text, &ctx).map(drop));
    for error in [
        size("a = secret\n"),
        size("a = [secret]\n"),
        sink("a = secret\n"),
        sink("a = { kind = secret }\n"),
        sink("a = { kind = \"file\", path = [secret] }\n"),
        level("a = secret\n"),
    ] {
        assert!(!error.contains("hunter1"), "{error}");
    }
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(untagged)]
enum Json {
    Number(f64),
    String(String),
    Bool(bool),
    List(Vec<Self>),
    Object(BTreeMap<String, Self>),
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(tag = "op")]
enum Expr {
    Literal { value: u8 },
    Not(Box<Operand>),
    Sum { of: Vec<Self> },
}

#[derive(Debug, PartialEq, HclValue)]
struct Operand {
    value: u8,
}

#[test]
fn enums_of_themselves() {
    let list = Json::List(vec![Json::Number(1.0), Json::Bool(true), Json::List(Vec::new())]);
    let object =
        Json::Object(BTreeMap::from([("k".into(), list), ("s".into(), Json::String("x".into()))]));
    assert_eq!(value::<Json>("{ k = [1, true, []], s = \"x\" }"), object);
    let text =
        "{ op = \"sum\", of = [{ op = \"literal\", value = 1 }, { op = \"not\", value = 2 }] }";
    let sum =
        Expr::Sum { of: vec![Expr::Literal { value: 1 }, Expr::Not(Operand { value: 2 }.into())] };
    assert_eq!(value::<Expr>(text), sum);
    assert_eq!(
        errors::<Expr>("{ op = \"sum\", of = [{ op = \"literal\", valeu = 1 }] }"),
        "t.hcl:1:43: error: Unexpected attribute; The attribute \"valeu\" is not expected here. Did you mean \"value\"?"
    );
}

#[test]
fn one_variant_takes_any_other_tag() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(tag = "kind", rename_all_fields = "kebab-case")]
    enum Sink {
        File {
            file_name: String,
        },
        #[hcl(other)]
        Plugin {
            #[hcl(remain)]
            options: BTreeMap<String, u8>,
        },
    }
    let file = Sink::File { file_name: "x".into() };
    assert_eq!(value::<Sink>("{ kind = \"file\", file-name = \"x\" }"), file);
    let plugin = Sink::Plugin { options: BTreeMap::from([("a".into(), 1)]) };
    assert_eq!(value::<Sink>("{ kind = \"syslog\", a = 1 }"), plugin);
}

#[test]
fn a_misspelled_tag_is_found() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(tag = "kind")]
    enum Sink {
        File { name: String },
    }
    assert_eq!(
        errors::<Sink>("{ knid = \"file\", name = \"x\" }"),
        "t.hcl:1:5: error: Missing attribute; The required attribute \"kind\" is not set. Write \"kind\" in place of \"knid\"."
    );
}

#[test]
fn defaults_of_a_whole_object() {
    #[derive(Debug, PartialEq, HclValue)]
    #[hcl(default, with(Duration = seconds))]
    struct Limits {
        connections: u8,
        name: Option<String>,
        timeout: Duration,
        #[hcl(default = 9)]
        retries: u8,
    }
    impl Default for Limits {
        fn default() -> Self {
            let name = Some("x".into());
            Self { connections: 1, name, timeout: Duration::from_secs(3), retries: 4 }
        }
    }
    let expected = Limits { retries: 9, ..Limits::default() };
    assert_eq!(value::<Limits>("{}"), expected);
    let expected = Limits { timeout: Duration::from_secs(60), ..expected };
    assert_eq!(value::<Limits>("{ timeout = 60 }"), expected);
}

#[test]
fn text_defaults_in_every_way() {
    #[derive(Debug, HclValue)]
    struct Server {
        #[hcl(from_str, default = "::1")]
        address: IpAddr,
        #[hcl(with = seconds, default = "7")]
        timeout: Duration,
        #[hcl(default = "5")]
        weight: Deferred<u8>,
    }
    let server = value::<Server>("{}");
    assert_eq!(server.address, IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(server.timeout, Duration::from_secs(7));
    assert_eq!(server.weight.evaluate(&[]).unwrap(), 5);
}

#[test]
fn text_defaults_that_the_type_rejects() {
    type Address = IpAddr;
    #[derive(Debug, HclValue)]
    struct Server {
        #[hcl(from_str, default = "localhost")]
        address: Address,
        #[hcl(default = "fst")]
        level: Level,
    }
    #[derive(Debug, HclValue)]
    #[hcl(ignore_case)]
    enum Level {
        Fast,
    }
    assert_eq!(
        mistakes::<Vec<Server>>(),
        "in a, address, default: invalid default: \"localhost\" is not valid: invalid IP address syntax\n\
         in a, level, default: invalid default: \"fast\" is required, not \"fst\". Did you mean \"fast\"?"
    );
    let name = "value_enums::Config<alloc::vec::Vec<suite::derive::value_enums::";
    assert!(errors::<Vec<Server>>("[]").contains(name));
}

/// The names of other structs are not visible to the derive.
#[test]
fn names_that_occur_twice_in_an_object() {
    #[derive(Debug, HclValue)]
    struct Outer {
        name: String,
        #[hcl(flatten)]
        inner: Inner,
        #[hcl(remain)]
        rest: BTreeMap<String, u8>,
    }
    #[derive(Debug, HclValue)]
    struct Inner {
        #[hcl(default, alias = "name")]
        title: String,
        #[hcl(remain)]
        rest: BTreeMap<String, u8>,
    }
    assert_eq!(
        mistakes::<Outer>(),
        "in a: the object has two attributes \"name\"\n\
         in a: the remaining attributes of the object are taken twice"
    );
    #[derive(Debug, HclValue)]
    #[hcl(tag = "name")]
    enum Tagged {
        A {
            #[hcl(flatten)]
            inner: Inner,
        },
    }
    assert_eq!(mistakes::<Tagged>(), "in a, form \"a\": the object has two attributes \"name\"");
}

#[test]
fn variants_that_no_value_selects() {
    type Port = u16;
    type Later = Deferred<u8>;
    #[derive(Debug, HclValue)]
    #[hcl(untagged)]
    enum Listen {
        Port(Port),
        Weight(u8),
        When(Later),
    }
    assert_eq!(
        mistakes::<Listen>(),
        "in a: a number selects \"port\", so no value selects \"weight\"\n\
         in a: the expression of \"when\" is not evaluated, so it has no form"
    );
}
