//! Patterns in the paths of overrides.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcldyn::diag::{Report, Style};
use hcldyn::{Decoder, HclDecode};

#[derive(Debug, HclDecode)]
struct Config {
    region: Option<String>,
    #[hcl(dynamic)]
    server: Vec<Server>,
    #[hcl(block)]
    pool: BTreeMap<String, BTreeMap<String, Pool>>,
    #[hcl(block)]
    tls: Option<Tls>,
    #[hcl(block)]
    trace: Option<Tls>,
    #[hcl(block)]
    #[expect(dead_code, reason = "no path leads to its blocks")]
    rule: Vec<Tls>,
    #[hcl(attrs)]
    limits: Option<BTreeMap<String, u32>>,
}

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
    #[hcl(sensitive)]
    #[expect(dead_code, reason = "its values are not valid")]
    token: Option<String>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    path: String,
    #[hcl(default = 1)]
    weight: u8,
}

#[derive(Debug, HclDecode)]
struct Pool {
    size: u8,
}

#[derive(Debug, HclDecode)]
struct Tls {
    cert: String,
}

const FILE: &str = r#"region = "eu"

server "app-a" {
  port = 1
  route "/" {}
  route "/b" {}
}
server "app-b" {
  port = 2
  route "/" {}
}
server "*" { port = 3 }
server ".x" { port = 4 }
pool "a" "x" { size = 1 }
pool "a" "y" { size = 2 }
pool "b" "x" { size = 3 }
tls { cert = "c" }
rule { cert = "r" }
limits {
  cpu_min = 1
  cpu_max = 2
  memory  = 3
}
"#;

fn with(overrides: &[&str]) -> Decoder {
    let overrides = overrides.iter().copied();
    Decoder::new().text("main.hcl", FILE).overrides("--set", overrides)
}

fn decoded(overrides: &[&str]) -> Config {
    with(overrides).decode().unwrap_or_else(|diags| panic!("{diags}")).value
}

fn ports(overrides: &[&str]) -> Vec<u16> {
    decoded(overrides).server.iter().map(|server| server.port).collect()
}

#[test]
fn labels_match_patterns() {
    assert_eq!(ports(&["server.*.port=9"]), [9, 9, 9, 9]);
    assert_eq!(ports(&["server.app-*.port=9"]), [9, 9, 3, 4]);
    assert_eq!(ports(&["server.*-b.port = 9"]), [1, 9, 3, 4]);
    assert_eq!(ports(&["server.a*-*.port=9"]), [9, 9, 3, 4]);
    assert_eq!(ports(&[" server . app-* . port = 9"]), [9, 9, 3, 4]);
    // In quotes, a star is an ordinary character.
    assert_eq!(ports(&["server[\"*\"].port=9"]), [1, 2, 9, 4]);
    assert_eq!(ports(&["server[\".x\"].port=8", "server.app-*.port=9"]), [9, 9, 3, 8]);
    // The last override counts.
    assert_eq!(ports(&["server.*.port=9", "server.app-a.port=5"]), [5, 9, 9, 9]);
    assert_eq!(ports(&["server.app-a.port=5", "server.*.port=9"]), [9, 9, 9, 9]);
}

#[test]
fn patterns_match_at_any_depth() {
    let weights = |path: &str| -> Vec<_> {
        let servers = decoded(&[path]).server;
        servers.iter().flat_map(|it| it.route.iter().map(|route| route.weight)).collect()
    };
    assert_eq!(weights("server.*.route.*.weight=9"), [9, 9, 9]);
    assert_eq!(weights("server.*.route[\"/\"].weight=9")[..3], [9, 1, 9]);
    assert_eq!(weights("server.app-a.route.*.weight=9"), [9, 9, 1]);
    let sizes = |path: &str| -> Vec<_> {
        let pools = decoded(&[path]).pool;
        pools.values().flat_map(BTreeMap::values).map(|it| it.size).collect()
    };
    assert_eq!(sizes("pool.a.*.size=9"), [9, 9, 3]);
    assert_eq!(sizes("pool.*.x.size=9"), [9, 2, 9]);
    assert_eq!(sizes("*.*.*.size=9"), [9, 9, 9]);
}

/// A path without patterns creates its block, but a pattern never does.
#[test]
fn patterns_match_only_written_items() {
    let config = decoded(&["t*.cert=\"d\""]);
    assert_eq!(config.tls.unwrap().cert, "d");
    assert!(config.trace.is_none());
    let limits = decoded(&["limits.cpu_*=7"]).limits.unwrap();
    assert_eq!(limits.values().copied().collect::<Vec<_>>(), [7, 7, 3]);
    assert_eq!(decoded(&["reg*=\"us\""]).region.as_deref(), Some("us"));
    // The name after a pattern is set as in other paths.
    let routes = decoded(&["server.app-*.route.new.weight=5"]);
    let new = routes.server.iter().flat_map(|it| &it.route).filter(|it| it.path == "new");
    assert_eq!(new.map(|it| it.weight).collect::<Vec<_>>(), [5, 5]);
}

#[test]
fn generated_blocks_do_not_match() {
    let text = r#"dynamic "server" {
  for_each = ["gen"]
  labels   = [server.value]
  content {
    port = 5
  }
}
"#;
    let decoder = with(&["server.*.port=9"]).text("more.hcl", text);
    let servers = decoder.decode::<Config>().unwrap().value.server;
    let found: Vec<_> = servers.iter().map(|it| (it.name.as_str(), it.port)).collect();
    assert_eq!(found, [("app-a", 9), ("app-b", 9), ("*", 9), (".x", 9), ("gen", 5)]);
}

#[test]
fn patterns_without_a_match_are_errors() {
    let wrong = [
        "server.web*.port=1",
        "server.*.prot=1",
        "server.*=1",
        "server.*.port.x=1",
        "server.**.port=1",
        "server.a?*.port=1",
        "pool.a.z*.size=1",
        "pool.*=1",
        "pool.*.size=1",
        "pool.*.z.size=1",
        "pool.b.y*.size=1",
        "x*.cert=\"d\"",
        "trace*.cert=\"d\"",
        "rule.*=1",
        "limits.disk*=1",
        "server.app-a.route.c*.weight=1",
        "server[*].port=1",
        "*=1",
        "server.*.port",
        ".*=1",
        "server.*.port=",
    ];
    let mut found = String::new();
    for text in wrong {
        let problems = with(&[text]).decode::<Config>().err();
        let problems = problems.map(|it| it.to_string()).unwrap_or_default();
        let _ = writeln!(found, "{text}\n  {problems}");
    }
    insta::assert_snapshot!(found);
}

#[test]
fn a_mistake_in_the_value_is_reported_once() {
    let diags = with(&["server.app-*.port=\"x\""]).decode::<Config>().unwrap_err();
    let expected =
        "--set:1:19: error: Wrong type; Invalid value for \"port\": a number is required.";
    assert_eq!(diags.to_string(), expected);
    let secret = with(&["server.*.token=[\"hunter2\"]"]).decode::<Config>().unwrap_err();
    let shown = Report::new(&secret).style(Style::Plain).to_string();
    assert!(!shown.contains("hunter2"), "{shown}");
}

#[test]
fn each_block_is_explained() {
    let loaded = with(&["server.app-*.port=9"]).decode::<Config>().unwrap();
    let explained: Vec<_> =
        loaded.explain("server.app-b.port").iter().map(ToString::to_string).collect();
    assert_eq!(explained, ["overrides at --set:1:19", "files at main.hcl:9:10"]);
}

/// A pattern is one layer, however many blocks match.
#[test]
fn a_pattern_matches_many_blocks() {
    let blocks = (0..5_000).map(|i| format!("server \"s{i}\" {{ port = 1 }}\n"));
    let decoder = Decoder::new()
        .text("main.hcl", blocks.collect::<String>())
        .overrides("--set", ["server.s*.port=2"]);
    let servers = decoder.decode::<Config>().unwrap().value.server;
    assert_eq!(servers.iter().filter(|server| server.port == 2).count(), 5_000);
}
