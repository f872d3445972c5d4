//! Conditions on values, and rules between fields, as data.

use std::collections::BTreeMap;

use hcldyn::spec::{Rule, Spec, ValueRule};
use hcldyn::{EvalContext, HclDecode, HclValue};

use super::{good, problems, problems_in};

const MOST: u32 = 100;

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(range = 1..=65535)]
    port: u16,
    #[hcl(range = -1.5..)]
    load: Option<f64>,
    #[hcl(range = ..=MOST, default = 5)]
    weight: u32,
    #[hcl(length = 1..=5, matches = "^[a-z]+$")]
    name: String,
    #[hcl(length = 2)]
    pair: Option<Vec<u8>>,
    #[hcl(non_empty, unique, range = 1..=9)]
    ranks: Vec<u8>,
    #[hcl(one_of = ["tcp", "udp"], default = "tcp")]
    protocol: String,
    #[hcl(one_of = [1, 2], optional)]
    versions: BTreeMap<String, u8>,
    #[hcl(range = ..=9, with = half, optional)]
    half: u8,
}

fn half(number: u8) -> Result<u8, &'static str> {
    if number.is_multiple_of(2) { Ok(number / 2) } else { Err("an odd number") }
}

const GOOD: &str = r#"port = 80
name = "ab"
ranks = [1, 2]
"#;

#[test]
fn values_that_meet_their_conditions() {
    let server: Server = good(GOOD);
    assert_eq!((server.port, server.weight, server.protocol.as_str()), (80, 5, "tcp"));
    let more = r#"load = -1.5
weight = 100
pair = [1, 2]
protocol = "udp"
versions = { a = 2 }
half = 8
"#;
    let server: Server = good(&(GOOD.to_owned() + more));
    assert_eq!((server.load, server.half, server.versions["a"]), (Some(-1.5), 4, 2));
}

#[test]
fn errors_show_the_values() {
    let ctx = EvalContext::new().with_variable("base", 60_000);
    let text = r#"port = base * 0
load = -2
weight = 101
name = "ABCDEF"
pair = [1]
ranks = [3, 4, 3, 12]
protocol = "tpc"
versions = { a = 3 }
half = 10
"#;
    assert_eq!(
        problems_in::<Server>(text, &ctx),
        "t.hcl:1:8: error: Invalid value; \"port\" must be a number from 1 to 65535, not 0.\n\
         t.hcl:2:8: error: Invalid value; \"load\" must be a number of at least -1.5, not -2.\n\
         t.hcl:3:10: error: Invalid value; \"weight\" must be a number of at most 100, not 101.\n\
         t.hcl:4:8: error: Invalid value; \"name\" must have 1 to 5 characters, not 6.\n\
         t.hcl:4:8: error: Invalid value; \"name\" must be a string that matches \"^[a-z]+$\", not \"ABCDEF\".\n\
         t.hcl:5:8: error: Invalid value; \"pair\" must have exactly 2 elements, not 1.\n\
         t.hcl:6:9: error: Invalid value; \"ranks\" must have unique elements, not 3 twice.\n\
         t.hcl:6:19: error: Invalid value; In \"ranks\", element 3 must be a number from 1 to 9, not 12.\n\
         t.hcl:7:12: error: Invalid value; \"protocol\" must be \"tcp\" or \"udp\", not \"tpc\". Did you mean \"tcp\"?\n\
         t.hcl:8:18: error: Invalid value; In \"versions\", element \"a\" must be 1 or 2, not 3.\n\
         t.hcl:9:8: error: Invalid value; \"half\" must be a number of at most 9, not 10."
    );
    let found = hcldyn::from_str::<Server>(&GOOD.replace("80", "base * 0"), &ctx).unwrap_err();
    let values: Vec<_> = found.iter().flat_map(|problem| problem.values.clone()).collect();
    assert_eq!(values, ["base is 60000"]);
    let found = problems::<Server>(&GOOD.replace("[1, 2]", "[]"));
    assert_eq!(
        found,
        "t.hcl:3:9: error: Invalid value; \"ranks\" must have at least 1 element, not 0."
    );
}

/// A value that the type cannot hold is reported once.
#[test]
fn the_type_is_checked_first() {
    assert_eq!(
        problems::<Server>(&GOOD.replace("80", "70000")),
        "t.hcl:1:8: error: Invalid value for \"port\": a whole number from 0 to 65535 is required, not 70000."
    );
}

#[test]
fn conditions_are_data() {
    let Spec::Object(object) = Server::spec() else { panic!("a struct is an object") };
    let rules = |name: &str| -> Vec<ValueRule> {
        let position = object.shape().names().iter().position(|known| *known == *name).unwrap();
        match &object.specs()[position] {
            Spec::Attr(attr) => attr.rules().to_vec(),
            Spec::Default(specs) => match specs.primary() {
                Spec::Attr(attr) => attr.rules().to_vec(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    };
    let range =
        |min: u32, max: u32| ValueRule::Range { min: Some(min.into()), max: Some(max.into()) };
    assert_eq!(rules("port"), [range(1, 65_535)]);
    assert_eq!(
        rules("ranks"),
        [ValueRule::Length { min: 1, max: None }, ValueRule::Unique, range(1, 9)]
    );
    assert_eq!(rules("protocol"), [ValueRule::OneOf(vec!["tcp".into(), "udp".into()])]);
    assert_eq!(rules("name")[1], ValueRule::Pattern("^[a-z]+$".into()));
}

#[derive(Debug, HclDecode)]
#[hcl(exactly_one_of("key", "key_file"), at_least_one_of("a", "listen"))]
#[hcl(requires_if("mode" = "tls", "cert", "key"), requires_if("a" = 7, "cert"))]
struct Listener {
    key: Option<String>,
    key_file: Option<String>,
    a: Option<u8>,
    #[hcl(name = "listen", block)]
    address: Option<Address>,
    #[hcl(default = "plain")]
    mode: String,
    cert: Option<String>,
}

#[derive(Debug, HclDecode)]
struct Address {}

#[test]
fn groups_of_fields() {
    let listener: Listener = good("key = \"k\"\nlisten {\n}\n");
    assert_eq!((listener.key.as_deref(), listener.mode.as_str()), (Some("k"), "plain"));
    good::<Listener>("key = \"k\"\na = 7\nmode = \"tls\"\ncert = \"c\"\n");
    assert_eq!(
        problems::<Listener>(""),
        "t.hcl:1:1: error: Missing item; One of \"key\" or \"key_file\" must be set here.\n\
         t.hcl:1:1: error: Missing item; One of \"a\" or \"listen\" must be set here."
    );
    assert_eq!(
        problems::<Listener>("key_file = \"f\"\na = 7\nmode = \"tls\"\n"),
        "t.hcl:2:1: error: Missing item; \"cert\" must be set if \"a\" is 7.\n\
         t.hcl:3:1: error: Missing item; \"cert\" must be set if \"mode\" is \"tls\".\n\
         t.hcl:3:1: error: Missing item; \"key\" must be set if \"mode\" is \"tls\"."
    );
    assert!(
        problems::<Listener>("key = \"k\"\nkey_file = \"f\"\na = 1\n")
            .contains("Conflicting items")
    );
    let Spec::Object(object) = Listener::spec() else { panic!("a struct is an object") };
    assert_eq!(
        object.rules()[2],
        Rule::RequiresIf {
            name: "mode".into(),
            value: "tls".into(),
            needed: vec!["cert".into(), "key".into()],
        }
    );
}

/// Conditions that cannot hold are mistakes of the program, which its first run finds.
#[test]
fn conditions_of_the_wrong_type() {
    const TEN: u8 = 10;
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(range = 1..=9)]
        name: Text,
        #[hcl(matches = "(")]
        text: Text,
        #[hcl(unique)]
        count: Count,
        #[hcl(one_of = ["a"])]
        sizes: Vec<Count>,
        #[hcl(range = 1..=9, default = TEN)]
        rank: u8,
        #[hcl(matches = "a")]
        object: Option<Object>,
        #[hcl(one_of = ["a", "b"])]
        pair: Option<Pair>,
    }
    #[derive(Debug, HclValue)]
    struct Object {}
    type Text = String;
    type Count = u8;
    type Pair = (String, u8);
    let error = Config::spec().check().unwrap_err().to_string();
    assert_eq!(error.lines().count(), 7, "{error}");
    let found = [
        "in name: the value of \"name\" must be a number, not string",
        "in text: the pattern of \"text\" must be a valid regular expression, not \"(\"",
        "in count: the value of \"count\" must be a list, not number",
        "in sizes: the value of \"sizes\" must be of the same type as the allowed values, not list(number)",
        "the default must be a number from 1 to 9, not 10",
        "in object: the value of \"object\" must be a string, not object({})",
        "in pair: the value of \"pair\" must be of the same type as the allowed values, not tuple([string, number])",
    ];
    for message in found {
        assert!(error.contains(message), "{message}: {error}");
    }
}
