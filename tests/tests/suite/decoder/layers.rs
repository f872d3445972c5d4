//! Layers: precedence, merging, and the layer of each value.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcldyn::environment::Environment;
use hcldyn::load::{Configuration, FlagSetting, Layer};
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(default = "eu")]
    region: String,
    workers: Option<u8>,
    #[hcl(sensitive, alias = "passwd")]
    password: Option<String>,
    tags: Option<BTreeMap<String, String>>,
    #[hcl(block)]
    tls: Option<Tls>,
    #[hcl(dynamic)]
    server: Vec<Server>,
    #[hcl(block)]
    pool: BTreeMap<String, Pool>,
    #[hcl(block)]
    rule: Vec<Rule>,
    #[hcl(block, merge = "replace")]
    step: Vec<Rule>,
    #[hcl(block, merge = "append")]
    listener: Vec<Server>,
    #[hcl(attrs)]
    limits: Option<BTreeMap<String, u32>>,
}

#[derive(Debug, HclDecode)]
struct Tls {
    cert: String,
    key: Option<String>,
}

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
    host: Option<String>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    path: String,
    target: Option<String>,
    #[hcl(default = 1)]
    weight: u8,
}

#[derive(Debug, HclDecode)]
struct Pool {
    size: u8,
}

#[derive(Debug, HclDecode)]
struct Rule {
    port: u16,
}

fn decoder() -> Decoder {
    Decoder::new().context(EvalContext::new().with_functions(functions::all()))
}

fn decoded(decoder: &Decoder) -> Configuration<Config> {
    decoder.decode().unwrap_or_else(|diags| panic!("{diags}"))
}

fn problems(decoder: &Decoder) -> String {
    decoder.decode::<Config>().err().map(|it| it.to_string()).unwrap_or_default()
}

fn environment(variables: &[(&str, &str)]) -> impl Fn(Decoder) -> Decoder {
    let variables: Vec<_> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    move |decoder| {
        decoder.environment(Environment::with_prefix("APP_").variables(variables.clone()))
    }
}

/// Each layer sets the region of all layers from its own on.
#[test]
fn later_layers_override_earlier_ones() {
    let folder =
        Folder::new("layers", &[("a.hcl", "region = \"drop-in a\""), ("b.hcl", "workers = 9")]);
    let pattern = format!("{}/*.hcl", folder.path().display());
    let steps: [&dyn Fn(Decoder) -> Decoder; 7] = [
        &|decoder| decoder.defaults("<defaults>", "region = \"default\""),
        &|decoder| decoder.text("main.hcl", "region = \"file\""),
        &|decoder| decoder.drop_ins(&*pattern),
        &environment(&[("APP_REGION", "environment")]),
        &|decoder| decoder.flags([FlagSetting::new("--region", ["region"], ["flag"])]),
        &|decoder| decoder.overrides("--set", ["region = \"override\""]),
        &|decoder| decoder.value("region", "program"),
    ];
    let expected = ["default", "file", "drop-in a", "environment", "flag", "override", "program"];
    let layers = [
        Layer::Defaults,
        Layer::Files,
        Layer::DropIns,
        Layer::Environment,
        Layer::Flags,
        Layer::Overrides,
        Layer::Program,
    ];
    for count in 1..=steps.len() {
        // The order of the methods does not matter.
        let decoder = steps[..count].iter().rev().fold(decoder(), |decoder, step| step(decoder));
        let loaded = decoded(&decoder);
        assert_eq!(loaded.value.region, expected[count - 1]);
        let place = loaded.place_of("region").unwrap();
        assert_eq!(loaded.layer_of(&place), layers[count - 1]);
        let explained: Vec<_> = loaded.explain("region").iter().map(|it| it.layer).collect();
        let below: Vec<_> = layers[..count].iter().rev().copied().collect();
        assert_eq!(explained, below);
        assert_eq!(loaded.value.workers, (count > 2).then_some(9));
    }
}

#[test]
fn blocks_are_merged_by_type_and_labels() {
    let base = "
        tls {
          cert = \"a\"
        }
        server \"web\" {
          port = 80
          route \"/\" { target = \"x\" }
          route \"/b\" { target = \"y\" }
        }
        server \"api\" { port = 81 }
        pool \"p\" { size = 1 }
        limits { cpu = 1 }
    ";
    let more = "
        tls {
          key = \"k\"
        }
        server \"web\" {
          host = \"h\"
          route \"/\" { weight = 5 }
        }
        server \"new\" { port = 82 }
        pool \"p\" { size = 2 }
        pool \"q\" { size = 3 }
        limits { memory = 2 }
    ";
    let loaded = decoded(&decoder().defaults("base", base).text("more.hcl", more));
    let config = loaded.value;
    let tls = config.tls.unwrap();
    assert_eq!((tls.cert.as_str(), tls.key.as_deref()), ("a", Some("k")));
    let servers: Vec<_> = config.server.iter().map(|it| (it.name.as_str(), it.port)).collect();
    assert_eq!(servers, [("web", 80), ("api", 81), ("new", 82)]);
    assert_eq!(config.server[0].host.as_deref(), Some("h"));
    let route = |it: &Route| format!("{} {:?} {}", it.path, it.target.as_deref(), it.weight);
    let routes: Vec<_> = config.server[0].route.iter().map(route).collect();
    assert_eq!(routes, ["/ Some(\"x\") 5", "/b Some(\"y\") 1"]);
    let pools: Vec<_> = config.pool.iter().map(|(name, pool)| (name.as_str(), pool.size)).collect();
    assert_eq!(pools, [("p", 2), ("q", 3)]);
    assert_eq!(config.limits.unwrap().len(), 2);
}

#[test]
fn blocks_without_labels_follow_those_below() {
    let lower = r#"rule { port = 1 }
step { port = 1 }
step { port = 2 }
listener "a" { port = 1 }
"#;
    let upper = r#"rule { port = 2 }
step { port = 3 }
listener "a" { port = 2 }
"#;
    let loaded = decoded(&decoder().defaults("lower", lower).text("upper.hcl", upper));
    let ports = |rules: &[Rule]| rules.iter().map(|rule| rule.port).collect::<Vec<_>>();
    assert_eq!(ports(&loaded.value.rule), [1, 2]);
    assert_eq!(ports(&loaded.value.step), [3]);
    assert_eq!(loaded.value.listener.len(), 2);
    let alone = decoded(&decoder().defaults("lower", lower));
    assert_eq!(ports(&alone.value.step), [1, 2]);
}

/// Within one layer, the rules of one configuration hold: what a file sets twice is an error.
#[test]
fn one_layer_may_not_set_an_item_twice() {
    let twice = decoder().text("a.hcl", "region = \"a\"").text("b.hcl", "region = \"b\"");
    assert!(problems(&twice).contains("b.hcl:1:1: error: Duplicate attribute"));
    let tls = r#"tls {
  cert = "a"
}
"#;
    let twice = decoder().defaults("d", tls).text("a.hcl", tls).text("b.hcl", tls);
    let found = problems(&twice);
    assert!(found.starts_with("b.hcl:1:1: error: Second block"), "{found}");
    // A block that several blocks below have the labels of is another block.
    let server = "server \"a\" { port = 1 }\n";
    let loaded = decoded(&decoder().defaults("d", server.repeat(2)).text("a.hcl", server));
    assert_eq!(loaded.value.server.len(), 3);
}

#[test]
fn aliases_are_one_attribute_in_all_layers() {
    let loaded =
        decoded(&decoder().defaults("d", "passwd = \"a\"").text("a.hcl", "password = \"b\""));
    assert_eq!(loaded.value.password.as_deref(), Some("b"));
    let loaded =
        decoded(&decoder().defaults("d", "password = \"a\"").text("a.hcl", "passwd = \"b\""));
    assert_eq!(loaded.value.password.as_deref(), Some("b"));
    assert_eq!(loaded.explain("password").len(), 2);
}

#[test]
fn the_type_of_the_attribute_reads_the_environment() {
    let variables = [
        ("APP_REGION", "us-east ${no} \"template\""),
        ("APP_WORKERS", "7"),
        ("APP_TAGS", "{ zone = upper(\"a\") }"),
        ("APP_TLS__CERT", "c"),
        ("APP_SERVER__MY_WEB__PORT", "8080"),
        ("APP_SERVER__NEW__PORT", "1"),
        ("APP_LIMITS__CPU", "4"),
        ("HOME", "/root"),
        ("XAPP_REGION", "x"),
    ];
    let file = "server \"My-Web\" { port = 80 }\nlimits { CPU = 1 }\n";
    let loaded = decoded(&environment(&variables)(decoder().text("main.hcl", file)));
    let config = &loaded.value;
    assert_eq!(config.region, "us-east ${no} \"template\"");
    assert_eq!((config.workers, config.tags.as_ref().unwrap()["zone"].as_str()), (Some(7), "A"));
    assert_eq!(config.tls.as_ref().unwrap().cert, "c");
    let servers: Vec<_> = config.server.iter().map(|it| (it.name.as_str(), it.port)).collect();
    assert_eq!(servers, [("My-Web", 8080), ("new", 1)]);
    assert_eq!(config.limits.as_ref().unwrap()["CPU"], 4);
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    let settings: Vec<_> =
        loaded.explain("server[\"My-Web\"].port").iter().map(ToString::to_string).collect();
    let expected = [
        "environment at <environment variable APP_SERVER__MY_WEB__PORT>:1:1",
        "files at main.hcl:1:26",
    ];
    assert_eq!(settings, expected);
}

#[test]
fn an_allow_list_selects_environment_variables() {
    let variables = [("AWS_REGION", "x"), ("APP_WORKERS", "3"), ("REGION", "y")];
    let loaded = decoded(
        &decoder().environment(
            Environment::new(|name| match name {
                "AWS_REGION" => Some("region"),
                _ => None,
            })
            .variables(variables),
        ),
    );
    assert_eq!((loaded.value.region.as_str(), loaded.value.workers), ("x", None));
}

#[test]
fn unknown_environment_variables_are_warnings() {
    let variables = [
        ("APP_WORKRES", "1"),
        ("APP_SERVER__WEB", "1"),
        ("APP_SERVER", "[]"),
        ("APP_RULE__PORT", "1"),
        ("APP_WORKERS__X", "1"),
        ("APP_SERVER__WEB__PRT", "1"),
    ];
    let loaded = decoded(&environment(&variables)(decoder().text("a.hcl", "")));
    insta::assert_snapshot!(loaded.warnings, @r#"
    <environment variable APP_RULE__PORT>: warning: Unknown setting; The variable is ignored. Blocks of type "rule" have no labels, so a path can't select one of them.
    <environment variable APP_SERVER__WEB>: warning: Unknown setting; The variable is ignored. The path ends at a block of type "server"; an attribute must follow.
    <environment variable APP_SERVER__WEB__PRT>: warning: Unknown setting; The variable is ignored. A block of type "server" has no item "PRT". Did you mean "PORT"?
    <environment variable APP_WORKERS__X>: warning: Unknown setting; The variable is ignored. "workers" is an attribute, which is only set as a whole.
    <environment variable APP_WORKRES>: warning: Unknown setting; The variable is ignored. The configuration has no item "WORKRES". Did you mean "WORKERS"?
    "#);
}

#[test]
fn errors_name_the_variable_or_the_flag() {
    let decoder = environment(&[("APP_WORKERS", "many"), ("APP_TAGS", "{ a = ")])(decoder());
    let decoder = decoder
        .text("a.hcl", "server \"web\" { port = 80 }")
        .overrides("--set", ["server.web.port=\"x\"", "tls.cert=b"])
        .value("pool.p.size", 700);
    insta::assert_snapshot!(problems(&decoder), @r#"
    <value of pool.p.size>: error: Invalid value for "size": a whole number from 0 to 255 is required, not 700.
    <environment variable APP_TAGS>:1:7: error: Missing expression; Expected a value on the line of its equals sign.
    <environment variable APP_WORKERS>:1:1: error: Wrong type; Invalid value for "workers": a number is required.
    --set:1:10: error: Variables not available; No variables are available here, so "b" can't be used. For a string, write "b".
    --set:1:17: error: Wrong type; Invalid value for "port": a number is required.
    "#);
}

#[test]
fn overrides_are_expressions() {
    let overrides =
        ["server.web.port=port+1", "server[\"a.b\"].port = 2", "tls={cert=upper(\"c\")}"];
    let ctx = EvalContext::new().with_functions(functions::all()).with_variable("port", 80);
    let loaded = decoded(&Decoder::new().context(ctx).overrides("--set", overrides));
    let servers: Vec<_> =
        loaded.value.server.iter().map(|it| (it.name.as_str(), it.port)).collect();
    assert_eq!(servers, [("web", 81), ("a.b", 2)]);
    assert_eq!(loaded.value.tls.unwrap().cert, "C");
}

#[test]
fn quotes_in_the_label_of_an_override() {
    let overrides =
        [r#"server["a\"b"].port=1"#, r#"server["c\\"].port=2"#, r#"server["\"d=e\""].port = 3"#];
    let loaded = decoded(&Decoder::new().overrides("--set", overrides));
    let servers: Vec<_> =
        loaded.value.server.iter().map(|it| (it.name.as_str(), it.port)).collect();
    assert_eq!(servers, [("a\"b", 1), ("c\\", 2), ("\"d=e\"", 3)]);
}

#[test]
fn wrong_overrides_are_errors() {
    let wrong = [
        "region",
        "=1",
        "1+2=3",
        "regoin=\"a\"",
        "server.web=1",
        "server.web.prot=1",
        "server.web.route.port=1",
        "workers.x=1",
        "rule.port=1",
        "region=",
        "server[0].port=1",
    ];
    let found: String = wrong.iter().fold(String::new(), |mut found, text| {
        let decoder = decoder().text("a.hcl", "").overrides("--set", [*text]);
        let _ = writeln!(found, "{text}\n  {}", problems(&decoder));
        found
    });
    insta::assert_snapshot!(found, @r#"
    region
      --set: error: Invalid override; A value must be written as PATH=EXPRESSION; the equals sign is missing.
    =1
      --set:1:1: error: Invalid override; The path must be names with dots between them. Write a label that is not a name in brackets and quotes: server["a.b"].port.
    1+2=3
      --set:1:1: error: Invalid override; The path must be names with dots between them. Write a label that is not a name in brackets and quotes: server["a.b"].port.
    regoin="a"
      --set:1:1: error: Unknown setting; The configuration has no item "regoin". Did you mean "region"?
    server.web=1
      --set:1:1: error: Unknown setting; The path ends at a block of type "server"; an attribute must follow.
    server.web.prot=1
      --set:1:11: error: Unknown setting; A block of type "server" has no item "prot". Did you mean "port"?
    server.web.route.port=1
      --set:1:1: error: Unknown setting; The path ends at a block of type "route"; an attribute must follow.
    workers.x=1
      --set:1:8: error: Unknown setting; "workers" is an attribute, which is only set as a whole.
    rule.port=1
      --set:1:1: error: Unknown setting; Blocks of type "rule" have no labels, so a path can't select one of them.
    region=
      --set:1:8: error: Missing expression; Expected an expression.
    server[0].port=1
      --set:1:1: error: Invalid override; The path must be names with dots between them. Write a label that is not a name in brackets and quotes: server["a.b"].port.
    "#);
}

#[test]
fn generated_blocks_are_overridden_too() {
    let text = "
        dynamic \"server\" {
          for_each = { web = 80, api = 81 }
          labels   = [server.key]
          content {
            port = server.value
          }
        }
    ";
    let decoder = decoder().text("a.hcl", text).overrides("--set", ["server.api.port=9"]);
    let ports: Vec<_> =
        decoded(&decoder).value.server.iter().map(|it| (it.name.clone(), it.port)).collect();
    assert_eq!(ports, [("api".to_owned(), 9), ("web".to_owned(), 80)]);
    let referring = decoder.text("b.hcl", "workers = server.api.port").references("server");
    assert_eq!(decoded(&referring).value.workers, Some(9));
}

#[test]
fn no_report_shows_sensitive_values() {
    let secret = "hunter2";
    let variables = [("APP_PASSWORD", secret)];
    let wrong = decoder().overrides("--set", ["password=[\"hunter2\"]", "pasword=\"hunter2\""]);
    let wrong = environment(&variables)(wrong.value("password.x", secret));
    let diags = wrong.decode::<Config>().err().unwrap();
    let report = hcldyn::diag::Report::new(&diags).style(hcldyn::diag::Style::Plain).to_string();
    assert!(!report.contains(secret) && !format!("{wrong:?}").contains(secret), "{report}");
    assert!(report.contains("Unknown setting"), "{report}");
}

/// A directory of 1,000 drop-ins. Each overrides its predecessors.
#[test]
fn a_thousand_drop_ins_are_layers() {
    let files: Vec<(String, String)> = (0..1000)
        .map(|i| {
            let own = format!("server \"s{i:03}\" {{\n  port = {i}\n}}\n");
            (
                format!("{i:03}.hcl"),
                format!("workers = {}\nserver \"web\" {{ port = {i} }}\n{own}", i % 200),
            )
        })
        .collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::new("thousand-drop-ins", &files);
    let loaded = decoded(&decoder().drop_ins(format!("{}/*.hcl", folder.path().display())));
    assert_eq!((loaded.value.workers, loaded.value.server.len()), (Some(199), 1001));
    assert_eq!((loaded.value.server[0].port, loaded.value.server[1000].port), (999, 999));
    let settings = loaded.explain("server.web.port");
    assert_eq!(settings.len(), 1000);
    let names = [&settings[0], &settings[999]].map(|it| folder.relative(it.place.source().name()));
    assert_eq!(names, ["999.hcl", "000.hcl"]);
}

#[test]
fn json_and_native_layers_are_merged() {
    let base = "{\"server\": {\"web\": {\"port\": 80, \"route\": {\"/\": {\"weight\": 2}}}}}";
    let more = r#"server "web" {
  host = "h"
  route "/" { target = "t" }
}
"#;
    let loaded = decoded(&decoder().defaults("base.json", base).text("more.hcl", more));
    let server = &loaded.value.server[0];
    assert_eq!((server.port, server.host.as_deref(), server.route.len()), (80, Some("h"), 1));
    assert_eq!((server.route[0].weight, server.route[0].target.as_deref()), (2, Some("t")));
}

#[test]
fn missing_attributes_are_missing_in_all_layers() {
    let decoder = decoder().defaults("d", "server \"a\" {\n  host = \"x\"\n}\n");
    let found = problems(&decoder.overrides("--set", ["server.a.host=\"y\""]));
    let expected = "d:1:12: error: Missing attribute; The required attribute \"port\" is not set.";
    assert_eq!(found, expected);
}

#[test]
fn layers_override_the_blocks_of_the_kit() {
    let base = r#"variable "n" {
  type = number
  default = 1
}
workers = var.n
"#;
    let decoder = decoder().inputs(hcldyn::ext::kit::Inputs::new());
    let decoder = decoder.defaults("d", base).text("a.hcl", "variable \"n\" {\n  default = 2\n}\n");
    assert_eq!(decoded(&decoder).value.workers, Some(2));
}

#[test]
fn one_layer_explains_blocks_by_their_labels() {
    let loaded =
        decoded(&decoder().text("main.hcl", "region = \"a\"\nserver \"web\" {\n  port = 1\n}\n"));
    let explained: Vec<_> =
        loaded.explain("server.web.port").iter().map(ToString::to_string).collect();
    assert_eq!(explained, ["files at main.hcl:3:10"]);
    let explained: Vec<_> =
        loaded.explain("server[0].port").iter().map(ToString::to_string).collect();
    assert_eq!(explained, ["files at main.hcl:3:10"]);
    assert!(["server", "server[0]", "server.web"].iter().all(|it| loaded.explain(it).is_empty()));
}

#[test]
fn missing_items_belong_in_the_files() {
    #[derive(Debug, HclDecode)]
    #[allow(dead_code)]
    struct Host {
        name: String,
        workers: u8,
        #[hcl(block)]
        pool: BTreeMap<String, Pool>,
    }
    let decoder = decoder()
        .defaults("<defaults>", "workers = 1\npool \"p\" {}\n")
        .text("main.hcl", "workers = 2\npool \"p\" {\n}\n")
        .overrides("--set", ["workers=3"]);
    let problems = decoder.decode::<Host>().unwrap_err().to_string();
    let places: Vec<_> = problems.lines().map(|line| line.split(" error:").next()).collect();
    assert_eq!(places, [Some("main.hcl:1:1:"), Some("main.hcl:2:10:")], "{problems}");
}
