//! The main features of the derives, one test each.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hcldyn::cty::Mark;
use hcldyn::diag::{Report, Style};
use hcldyn::source::Source;
use hcldyn::{
    Configuration, Decoder, Diagnostic, EvalContext, HclDecode, HclValue, Spanned, Validation,
    Value,
};

fn context() -> EvalContext {
    let service = |port: u32, load: u8| {
        Value::object([("port", Value::from(port)), ("load", Value::from(load))])
    };
    let services = [("dns", service(53, 10)), ("web", service(80_443, 90))];
    EvalContext::new()
        .with_variable("base", 8_000)
        .with_variable("secret", Value::from("hunter2").mark(Mark::sensitive()))
        .with_variable("services", Value::object(services))
}

/// The value of a valid source, with warnings.
#[track_caller]
fn load<T: HclDecode>(text: &str) -> Configuration<T> {
    let decoder = Decoder::new().context(context()).text("t.hcl", text);
    decoder.decode().unwrap_or_else(|diags| panic!("{diags}"))
}

/// The value of a valid source.
#[track_caller]
fn good<T: HclDecode>(text: &str) -> T {
    load(text).value
}

/// The report about an invalid source.
#[track_caller]
fn report<T: HclDecode>(text: &str) -> String {
    match hcldyn::from_source::<T>(&Source::new("t.hcl", text), &context()) {
        Ok(_) => panic!("nothing is said of it"),
        Err(diags) => Report::new(&diags).style(Style::Plain).to_string(),
    }
}

/// The errors of an invalid source, one on each line.
#[track_caller]
fn problems<T: HclDecode>(text: &str) -> String {
    match hcldyn::from_source::<T>(&Source::new("t.hcl", text), &context()) {
        Ok(_) => panic!("nothing is said of it"),
        Err(diags) => diags.to_string(),
    }
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(default = "info")]
    level: Level,
    #[hcl(dynamic)]
    service: Vec<Service>,
}

#[derive(Debug, HclDecode)]
struct Service {
    #[hcl(label)]
    name: Name,
    #[hcl(validate = not_privileged)]
    port: u16,
    #[hcl(with = half)]
    load: Option<f64>,
    #[hcl(from_str)]
    version: Option<Version>,
    #[hcl(block)]
    tls: Option<Tls>,
}

#[derive(Debug, HclDecode)]
struct Tls {
    key: PathBuf,
}

#[derive(Debug, PartialEq, HclValue)]
enum Level {
    Info,
    Debug,
}

/// A type converted with `TryFrom`.
#[derive(Debug, PartialEq, HclValue)]
#[hcl(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().find(char::is_ascii_uppercase) {
            None => Ok(Self(text)),
            Some(letter) => Err(format!("Names are in lower case, but {text:?} has {letter:?}.")),
        }
    }
}

#[derive(Debug, PartialEq)]
struct Version(u8, u8);

#[derive(Debug)]
struct NoVersion;

impl fmt::Display for NoVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a version is written as \"1.2\"")
    }
}

impl FromStr for Version {
    type Err = NoVersion;

    fn from_str(text: &str) -> Result<Self, NoVersion> {
        let (major, minor) = text.split_once('.').ok_or(NoVersion)?;
        let part = |part: &str| part.parse().map_err(|_| NoVersion);
        Ok(Self(part(major)?, part(minor)?))
    }
}

fn not_privileged(port: &u16) -> Result<(), String> {
    if *port < 1024 { Err(format!("Port {port} is for the root user.")) } else { Ok(()) }
}

fn half(percent: u8) -> Result<f64, String> {
    match percent {
        0..=100 => Ok(f64::from(percent) / 200.0),
        _ => Err(format!("{percent} % is too much.")),
    }
}

#[test]
fn every_error_has_a_source_location() {
    // A missing item is reported at the block that lacks it, an invalid one at its value.
    let text = r#"service "a" {
  tls {}
}
service "b" {
  port = "x"
}
service "B" {
  port = base + 80
  load = base
}
"#;
    insta::assert_snapshot!(report::<Config>(text));
}

#[test]
fn one_run_reports_all_errors_up_to_a_limit() {
    let text = r#"level = "loud"
levle = 1
service {
  port = -1
  load = 101
}
service "b" {}
"#;
    let mistakes = hcldyn::from_str::<Config>(text, &context()).unwrap_err();
    let lines: Vec<_> = mistakes.iter().map(|it| it.place().unwrap().start().line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 7], "{mistakes}");

    let text: String = (0..50).map(|n| format!("x{n} = 1\n")).collect();
    let decoder = Decoder::new().text("t.hcl", text).max_diagnostics(10);
    let mistakes = decoder.decode::<Config>().err().unwrap();
    assert_eq!((mistakes.len(), mistakes.error_count()), (10, 50));

    let one_error: Box<dyn Error> = mistakes.into();
    assert!(
        one_error.to_string().starts_with("t.hcl:1:1: error: Unexpected attribute"),
        "{one_error}"
    );
}

#[test]
fn attributes_of_custom_types() {
    #[derive(Debug, HclDecode)]
    struct Scalars {
        level: Level,
        name: Name,
        #[hcl(from_str)]
        version: Version,
        #[hcl(with = half)]
        load: f64,
        #[hcl(default = "1m30s")]
        timeout: Duration,
        #[hcl(default = "127.0.0.1")]
        address: IpAddr,
    }
    let text = r#"level = "debug"
name = "a"
version = "1.2"
load = 50
"#;
    let scalars: Scalars = good(text);
    assert_eq!((scalars.level, scalars.name.0.as_str()), (Level::Debug, "a"));
    assert_eq!((scalars.version, scalars.load), (Version(1, 2), 0.25));
    assert_eq!(scalars.timeout, Duration::from_secs(90));
    assert_eq!(scalars.address, Ipv4Addr::LOCALHOST);

    let text = r#"level = "loud"
name = "A"
version = "1"
load = 101
timeout = "soon"
address = "here"
"#;
    insta::assert_snapshot!(report::<Scalars>(text));
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
struct Pool {
    #[hcl(default = 1)]
    least: u16,
    #[hcl(default = 10)]
    most: u16,
    #[hcl(block)]
    node: Vec<Spanned<Node>>,
}

#[derive(Debug, HclDecode)]
struct Node {
    #[hcl(label)]
    name: Spanned<String>,
    zone: Spanned<String>,
}

impl Pool {
    fn check(&self, validation: &mut Validation<'_>) {
        if self.most < self.least {
            let least = validation.place_of("least").clone();
            let problem = "The value of \"most\" must not be less than \"least\".";
            let place = validation.place_of("most").clone();
            let problem = Diagnostic::error(place, "Empty range", problem);
            validation.push(problem.with_related(least, "\"least\" is set here"));
        }
        let mut zones: BTreeMap<&str, &Spanned<Node>> = BTreeMap::new();
        for node in &self.node {
            if let Some(first) = zones.insert(&node.zone, node) {
                let detail = format!("Zone {:?} already has a node.", *node.zone);
                let problem = Diagnostic::warning(node.zone.place().clone(), "Shared zone", detail);
                validation
                    .push(problem.with_related(first.place().clone(), "the other node is here"));
            }
        }
    }
}

#[test]
fn validation_runs_while_decoding() {
    let text = r#"least = 5
most = least_of_all
node "a" { zone = "x" }
node "b" { zone = "x" }
"#;
    let ctx = context().with_variable("least_of_all", 4);
    let mistakes = hcldyn::from_source::<Pool>(&Source::new("t.hcl", text), &ctx).unwrap_err();
    insta::assert_snapshot!(Report::new(&mistakes).style(Style::Plain).to_string());

    // Validation of a single field, in a generated block.
    let text = r#"dynamic "service" {
  for_each = services
  labels   = [service.key]
  content {
    port = service.value.port % 1000
  }
}
"#;
    insta::assert_snapshot!("validation_of_a_field", report::<Config>(text));
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
struct Defaults {
    #[hcl(default = 60 * 60)]
    seconds: u32,
    #[hcl(default = 0.5)]
    share: f32,
    #[hcl(default = "/var/lib")]
    folder: PathBuf,
    #[hcl(default = ["a", "b"])]
    names: Vec<String>,
    #[hcl(default = "5s")]
    pause: Spanned<Duration>,
    retries: Option<u8>,
}

impl Defaults {
    fn check(&self, validation: &mut Validation<'_>) {
        if self.seconds == 3600 && validation.is_set("seconds") {
            validation.warning("seconds", "Superfluous attribute", "An hour is the default.");
        }
    }
}

#[test]
fn a_default_is_not_a_set_value() {
    for text in [
        "",
        "seconds = null
share = null
folder = null
names = null
pause = null
",
    ] {
        let Configuration { value: defaults, warnings, .. } = load::<Defaults>(text);
        assert_eq!((defaults.seconds, defaults.share, defaults.retries), (3600, 0.5, None));
        assert_eq!(defaults.folder, PathBuf::from("/var/lib"));
        assert_eq!(defaults.names, ["a", "b"]);
        assert!(defaults.pause.is_default() && defaults.pause.as_secs() == 5);
        assert!(warnings.is_empty(), "{warnings}");
    }
    let set = load::<Defaults>("seconds = 3600\npause = \"5s\"\n");
    assert!(!set.value.pause.is_default());
    assert!(set.warnings.to_string().starts_with("t.hcl:1:11: warning: Superfluous attribute"));
}

#[test]
fn any_field_can_be_spanned() {
    #[derive(Debug, HclDecode)]
    struct Outer {
        #[hcl(flatten)]
        shared: Shared,
        #[hcl(block)]
        node: Vec<Spanned<Node>>,
        #[hcl(block)]
        kind: Option<Spanned<Kind>>,
    }
    #[derive(Debug, HclDecode)]
    struct Shared {
        tags: BTreeMap<Spanned<String>, Spanned<u8>>,
    }
    #[derive(Debug, HclDecode)]
    #[hcl(tag = label)]
    enum Kind {
        Fast { speed: Spanned<u8> },
    }
    let text = r#"tags = { a = 1 }
node "n" { zone = "z" }
kind "fast" { speed = 1 + 1 }
"#;
    let outer: Outer = good(text);
    let (name, tag) = outer.shared.tags.first_key_value().unwrap();
    assert_eq!((name.place().text(), tag.place().text()), ("a", "1"));
    assert_eq!(**tag + 1, 2);

    let node = &outer.node[0];
    assert_eq!((node.place().text(), node.name_place().unwrap().text()), ("node \"n\"", "node"));
    assert_eq!(node.label_places().next().unwrap().text(), "\"n\"");
    assert_eq!(node.zone.name_place().unwrap().text(), "zone");

    let kind = outer.kind.unwrap();
    let Kind::Fast { speed } = &*kind;
    assert_eq!(
        (kind.place().text(), speed.place().to_string().as_str()),
        ("kind \"fast\"", "t.hcl:3:23")
    );
}

#[test]
fn a_tag_chooses_the_variant() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Server {
        #[hcl(block)]
        listener: Vec<Listener>,
        #[hcl(block)]
        storage: Option<Storage>,
        #[hcl(blocks)]
        step: Vec<Step>,
    }
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = label)]
    enum Listener {
        Tcp { port: u16 },
        Unix { path: String },
    }
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = "backend")]
    enum Storage {
        Memory,
        File { path: String },
    }
    #[derive(Debug, PartialEq, HclDecode)]
    enum Step {
        Run { command: String },
        Wait { seconds: u8 },
    }
    let text = r#"listener "unix" { path = "/s" }
storage { backend = "memory" }
wait { seconds = 1 }
run { command = "ls" }
"#;
    let server: Server = good(text);
    assert_eq!(server.listener, [Listener::Unix { path: "/s".into() }]);
    assert_eq!(server.storage, Some(Storage::Memory));
    assert_eq!(server.step, [Step::Wait { seconds: 1 }, Step::Run { command: "ls".into() }]);

    let text = r#"listener "upd" { port = 1 }
listener "tcp" { path = "/s" }
storage { backend = "fiel" }
wiat {}
"#;
    insta::assert_snapshot!(report::<Server>(text));
    insta::assert_snapshot!("a_missing_tag", report::<Server>("storage { backedn = \"file\" }\n"));
}

#[test]
fn messages_show_values_and_hide_secrets() {
    #[derive(Debug, HclDecode)]
    struct Login {
        #[hcl(sensitive, validate = long)]
        password: String,
        pin: Option<u16>,
    }
    fn long(text: &str) -> Result<(), &'static str> {
        if text.len() < 10 { Err("It must be longer.") } else { Ok(()) }
    }
    // The report shows the key of the iteration and the values of variables, regardless of the cause of the error.
    let text = r#"dynamic "service" {
  for_each = services
  labels   = [service.key]
  content {
    port = base + service.value.port
    load = service.value.load + 20
  }
}
"#;
    insta::assert_snapshot!(report::<Config>(text));
    let text = "password = secret\npin = \"${secret}\"\n";
    let report = report::<Login>(text);
    assert!(!report.contains("hunter2"), "{report}");
    insta::assert_snapshot!("a_hidden_secret", report);
}

#[test]
fn flatten_is_strict_and_keeps_source_locations() {
    #[derive(Debug, HclDecode)]
    struct Job {
        name: String,
        #[hcl(flatten)]
        common: Common,
    }
    #[derive(Debug, HclDecode)]
    struct Common {
        #[hcl(default = 3)]
        retries: u8,
        #[hcl(flatten)]
        timing: Timing,
    }
    #[derive(Debug, HclDecode)]
    struct Timing {
        timeout: Spanned<u32>,
        #[hcl(block)]
        window: Vec<Window>,
    }
    #[derive(Debug, HclDecode)]
    struct Window {}
    let job: Job = good("name = \"a\"\ntimeout = 5\nwindow {}\n");
    assert_eq!((job.common.retries, job.common.timing.window.len()), (3, 1));
    assert_eq!(job.common.timing.timeout.place().to_string(), "t.hcl:2:11");
    assert_eq!(
        problems::<Job>("name = \"a\"\nretrys = 1\ntimeout = -1\nwindows {}\n"),
        "t.hcl:2:1: error: Unexpected attribute; The attribute \"retrys\" is not expected here. Did you mean \"retries\"?\nt.hcl:3:11: error: Invalid value for \"timeout\": a whole number from 0 to 4294967295 is required, not -1.\nt.hcl:4:1: error: Unexpected block; A block of type \"windows\" is not expected here. Did you mean \"window\"?"
    );
}

#[test]
fn deprecation_is_a_warning() {
    #[derive(Debug, HclDecode)]
    struct Old {
        #[hcl(former_name = "nr")]
        port: u16,
        #[hcl(deprecated = "Nothing reads it since version 2.")]
        mode: Option<String>,
        #[hcl(block, former_name = "vhost")]
        host: Vec<Tls>,
    }
    let text = "nr = 1\nmode = \"x\"\nvhost { key = \"k\" }\n";
    let Configuration { value, warnings, .. } = load::<Old>(text);
    assert_eq!((value.port, value.mode.as_deref(), value.host.len()), (1, Some("x"), 1));
    insta::assert_snapshot!(Report::new(&warnings).style(Style::Plain).to_string());
    // Former names are not suggested.
    assert!(!problems::<Old>("nrr = 1\n").contains("\"nr\""));
}

/// Names in scope and field names that generated code could collide with.
#[test]
fn names_in_scope_do_not_disturb_the_derive() {
    #[allow(dead_code, reason = "they are only in the way")]
    mod shadows {
        pub(super) struct Option;
        pub(super) struct Some;
        pub(super) struct Result;
        pub(super) struct Vec;
        pub(super) struct Box;
        pub(super) struct String;
    }
    #[allow(unused_imports, reason = "they are only in the way")]
    use shadows::{Box, Option, Result, Some, String, Vec};

    type Maybe<T> = std::option::Option<T>;
    type Many<T> = std::vec::Vec<T>;

    #[derive(Debug, HclDecode)]
    struct Strange<T, const N: usize> {
        r#type: Maybe<u8>,
        diags: T,
        decoded: [u8; N],
        #[hcl(block)]
        fields: Many<Empty>,
        #[hcl(block)]
        value: Maybe<Empty>,
    }
    #[derive(Debug, HclDecode)]
    struct Empty {}

    let strange: Strange<bool, 2> = good(
        "diags = true
decoded = [1, 2]
fields {}
fields {}
",
    );
    assert_eq!((strange.r#type, strange.diags, strange.decoded), (None, true, [1, 2]));
    assert_eq!((strange.fields.len(), strange.value.is_none()), (2, true));
}
