//! Reports about the errors in a configuration of custom types.

use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hcldyn::cty::{Mark, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, HclDecode, HclValue};

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

/// Returns the report about an invalid source.
#[track_caller]
fn report<T: HclDecode>(text: &str) -> String {
    match hcldyn::from_source::<T>(&Source::new("t.hcl", text), &context()) {
        Ok(_) => panic!("the source is valid"),
        Err(diags) => Report::new(&diags).style(Style::Plain).to_string(),
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
fn each_error_has_a_source_location() {
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
fn one_run_reports_all_errors() {
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
}

#[test]
fn errors_are_counted_after_the_limit_too() {
    let text: String = (0..50).map(|n| format!("x{n} = 1\n")).collect();
    let decoder = Decoder::new().text("t.hcl", text).max_diagnostics(10);
    let mistakes = decoder.decode::<Config>().err().unwrap();
    assert_eq!((mistakes.len(), mistakes.error_count()), (10, 50));

    let one_error: Box<dyn Error> = mistakes.into();
    let first = "t.hcl:1:1: error: Unexpected attribute";
    assert!(one_error.to_string().starts_with(first), "{one_error}");
}

#[test]
fn errors_of_custom_types_say_what_is_required() {
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
    let text = r#"level = "loud"
name = "A"
version = "1"
load = 101
timeout = "soon"
address = "here"
"#;
    insta::assert_snapshot!(report::<Scalars>(text));
}

#[test]
fn a_validation_of_a_generated_field_shows_the_iterator() {
    let text = r#"dynamic "service" {
  for_each = services
  labels   = [service.key]
  content {
    port = service.value.port % 1000
  }
}
"#;
    insta::assert_snapshot!(report::<Config>(text));
}

/// Shows the key of the iteration and the values of variables, regardless of the cause of the error.
#[test]
fn errors_show_the_values_of_variables() {
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
}

#[test]
fn secrets_are_hidden() {
    #[derive(Debug, HclDecode)]
    struct Login {
        #[hcl(sensitive, validate = long)]
        password: String,
        pin: Option<u16>,
    }
    fn long(text: &str) -> Result<(), &'static str> {
        if text.len() < 10 { Err("It must be longer.") } else { Ok(()) }
    }
    let text = "password = secret\npin = \"${secret}\"\n";
    let report = report::<Login>(text);
    assert!(!report.contains("hunter2"), "{report}");
    insta::assert_snapshot!(report);
}
