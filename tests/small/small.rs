//! A program with the feature `derive` alone: all derives that it offers work without the others.

use std::net::IpAddr;

use hcldyn::cty::ToValue;
use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode, HclValue};

const TEXT: &str = r#"
    level = "debug"
    point = { x = 1, ip = "::1" }

    dynamic "server" {
      for_each = [79]
      labels   = ["a"]
      content {
        port = server.value + 1
      }
    }
"#;

#[derive(Debug, HclDecode)]
struct Config {
    level: Level,
    point: Option<Point>,
    #[hcl(dynamic)]
    server: Vec<Server>,
}

#[derive(Debug, HclValue, PartialEq)]
enum Level {
    Debug,
    Info,
}

#[derive(Debug, HclValue, PartialEq)]
#[hcl(into_value)]
struct Point {
    x: u8,
    #[hcl(default = 2)]
    y: u8,
    #[hcl(from_str)]
    ip: IpAddr,
}

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
}

fn main() {
    let config: Config = hcldyn::from_str(TEXT, &EvalContext::new()).expect("a valid text");
    assert_eq!((config.level, config.server[0].port), (Level::Debug, 80));
    assert_ne!(Level::Info, Level::Debug);
    assert_eq!(config.server[0].name, "a");
    let point = config.point.expect("a point");
    assert_eq!((point.x, point.y), (1, 2));
    let value = point.to_value().expect("a value");
    assert_eq!(value.as_object().and_then(|object| object.get("ip")), Some(&"::1".into()));

    // Without the feature `report`, reports have no source lines.
    let diags = hcldyn::from_str::<Config>("level = 1", &EvalContext::new()).expect_err("an error");
    let report = Report::new(&diags).to_string();
    assert!(report.starts_with("error[unexpected-value]: "), "{report}");
    assert!(report.contains("\n --> <text>:1:9\n  "), "{report}");
}
