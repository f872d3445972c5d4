//! `#[derive(HclValue)]`.

use hcldyn::cty::{FromValue, Type, Value};
use hcldyn::{HclDecode, HclValue, Spanned};

use super::{good, problems};

#[derive(Debug, PartialEq, HclValue)]
enum Level {
    Info,
    VeryLoud,
    #[hcl(name = "off!")]
    Off,
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(rename_all = "kebab-case")]
struct Endpoint {
    host_name: String,
    #[hcl(default = 80)]
    port: u16,
    #[hcl(optional)]
    tags: Vec<String>,
    level: Option<Level>,
    #[hcl(skip)]
    connections: u8,
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(validate = Percent::check)]
struct Percent(u8);

impl Percent {
    fn check(&self) -> Result<(), String> {
        if self.0 <= 100 { Ok(()) } else { Err(format!("{} % is too much.", self.0)) }
    }
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_ascii() { Ok(Self(text)) } else { Err("Only ASCII is allowed.") }
    }
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(from = "u32", validate = Port::check)]
enum Port {
    Known(&'static str),
    Other(u32),
}

impl From<u32> for Port {
    fn from(number: u32) -> Self {
        if number == 443 { Self::Known("https") } else { Self::Other(number) }
    }
}

impl Port {
    fn check(&self) -> Result<(), &'static str> {
        if *self == Self::Other(0) { Err("Port 0 cannot be used.") } else { Ok(()) }
    }
}

#[test]
fn values_made_from_other_types() {
    #[derive(Debug, HclDecode)]
    struct Ports {
        one: Port,
        #[hcl(default = "443")]
        two: Port,
        all: Option<Vec<Spanned<Port>>>,
    }
    let ports: Ports = good("one = \"443\"\nall = [80, 443]\n");
    assert_eq!((ports.one, ports.two), (Port::Known("https"), Port::Known("https")));
    assert_eq!(*ports.all.unwrap()[0], Port::Other(80));
    assert_eq!(
        problems::<Ports>("one = -1\ntwo = 0\n"),
        "t.hcl:1:7: error: Invalid value for \"one\": a whole number from 0 to 4294967295 is required, not -1.\n\
         t.hcl:2:7: error: Invalid value for \"two\": Port 0 cannot be used."
    );
}

#[derive(Debug, PartialEq, HclValue)]
struct Pair<T> {
    first: T,
    second: T,
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(default = Level::VeryLoud)]
    level: Level,
    endpoint: Option<Endpoint>,
    all: Option<Vec<Endpoint>>,
    load: Option<Percent>,
    name: Option<Name>,
    pair: Option<Pair<u8>>,
}

#[test]
fn keywords_objects_and_newtypes() {
    let text = r#"level = "off!"
load = 50
name = "n"
pair = { first = 1, second = "2" }
endpoint = { host-name = "h", level = "very_loud" }
all = [{ host-name = "i", port = 1, tags = ["t"] }]
"#;
    let config: Config = good(text);
    assert_eq!(config.level, Level::Off);
    let endpoint = |host: &str, port, tags: &[&str], level| Endpoint {
        host_name: host.into(),
        port,
        tags: tags.iter().map(ToString::to_string).collect(),
        level,
        connections: 0,
    };
    assert_eq!(config.endpoint, Some(endpoint("h", 80, &[], Some(Level::VeryLoud))));
    assert_eq!(config.all, Some(vec![endpoint("i", 1, &["t"], None)]));
    assert_eq!((config.load, config.name), (Some(Percent(50)), Some(Name("n".into()))));
    assert_eq!(config.pair, Some(Pair { first: 1, second: 2 }));
    assert_eq!(good::<Config>("").level, Level::VeryLoud);
    assert_eq!(Value::from(Level::Off), Value::from("off!"));
    assert_eq!(Percent::ty(), Type::Number);
}

#[test]
fn invalid_values_are_reported() {
    assert_eq!(
        problems::<Config>(
            r#"level = "inof"
load = 101
name = "ä"
endpoint = { host-name = "h", port = -1 }
all = [{ host-name = "h", level = "x" }]
pair = { first = 1 }
"#
        ),
        "t.hcl:1:9: error: Unexpected value; Invalid value for \"level\": \"info\", \"very_loud\" or \"off!\" is required, not \"inof\". Did you mean \"info\"?\nt.hcl:2:8: error: Invalid value for \"load\": 101 % is too much.\nt.hcl:3:8: error: Invalid value for \"name\": Only ASCII is allowed.\nt.hcl:4:38: error: Invalid value for \"endpoint\": attribute \"port\": a whole number from 0 to 65535 is required, not -1.\nt.hcl:5:35: error: Unexpected value; Invalid value for \"all\": element 0: attribute \"level\": \"info\", \"very_loud\" or \"off!\" is required, not \"x\".\nt.hcl:6:8: error: Missing attribute; The required attribute \"second\" is not set."
    );
}

#[derive(Debug, HclValue)]
struct Located {
    host: Spanned<String>,
    #[hcl(default = 80.into())]
    port: Spanned<u16>,
}

#[derive(Debug, HclValue)]
struct Alias(Spanned<String>);

#[test]
fn parts_have_source_locations() {
    #[derive(Debug, HclDecode)]
    struct Config {
        all: Vec<Located>,
        alias: Alias,
    }
    let config: Config =
        good("alias = \"x\"\nall = [{ host = \"a\" }, { host = \"b\", port = 1 }]\n");
    assert_eq!(config.alias.0.place().to_string(), "t.hcl:1:9");
    assert_eq!(config.all[1].host.place().to_string(), "t.hcl:2:33");
    assert_eq!((*config.all[0].port, config.all[1].port.place().text()), (80, "1"));
}
