//! Elements that overrides add to lists: `--set tags+="x"`.

use std::collections::BTreeSet;

use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style};
use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, HclDecode};

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "some fields are only decoded")]
struct Config {
    #[hcl(alias = "labels", default)]
    tags: Vec<String>,
    #[hcl(default)]
    ports: BTreeSet<u16>,
    any: Option<Value>,
    name: Option<String>,
    #[hcl(sensitive, default)]
    keys: Vec<u16>,
    #[hcl(block)]
    target: Vec<Target>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Target {
    #[hcl(label)]
    name: String,
    #[hcl(default)]
    tags: Vec<String>,
}

fn decoder(text: &str, overrides: &[&str]) -> Decoder {
    Decoder::new().text("main.hcl", text).overrides("--set", overrides.iter().copied())
}

#[track_caller]
fn config(text: &str, overrides: &[&str]) -> Config {
    decoder(text, overrides).decode().unwrap_or_else(|diags| panic!("{diags}")).value
}

#[track_caller]
fn mistake(text: &str, overrides: &[&str]) -> String {
    decoder(text, overrides).decode::<Config>().err().unwrap().to_string()
}

#[test]
fn elements_follow_those_of_the_layers_below() {
    let tags = |text: &str, overrides: &[&str]| config(text, overrides).tags;
    let written = "tags = [\"a\", \"b\"]\n";
    assert_eq!(tags(written, &["tags+=\"c\"", "tags += \"d\""]), ["a", "b", "c", "d"]);
    assert_eq!(tags(written, &["tags=[\"x\"]", "tags+=\"c\""]), ["x", "c"]);
    assert_eq!(tags(written, &["tags+=\"c\"", "tags=[\"x\"]"]), ["x"]);
    assert_eq!(tags("tags = null\n", &["tags+=\"c\""]), ["c"]);
    assert_eq!(tags("", &["tags+=\"c\"", "tags+=\"d\""]), ["c", "d"]);
    assert_eq!(tags("labels = [\"a\"]\n", &["tags+=\"c\""]), ["a", "c"]);
    let environment =
        Decoder::new().environment(Environment::with_prefix("").variables([("TAGS", "[\"e\"]")]));
    let added = environment.overrides("--set", ["tags+=\"c\""]).decode::<Config>().unwrap();
    assert_eq!(added.value.tags, ["e", "c"]);
}

#[test]
fn lists_of_all_kinds_take_elements() {
    assert_eq!(config("ports = [80, 81]\n", &["ports+=8", "ports+=80"]).ports, [8, 80, 81].into());
    let any = config("any = [1]\n", &["any+=\"x\""]).any;
    assert_eq!(any, Some(Value::tuple(vec![1.into(), "x".into()])));
}

#[test]
fn patterns_add_to_each_block() {
    let text = "target \"app\" {\n  tags = [\"a\"]\n}\ntarget \"db\" {\n}\n";
    let targets = config(text, &["target.*.tags+=\"x\""]).target;
    let tags: Vec<_> = targets.iter().map(|it| it.tags.join(" ")).collect();
    assert_eq!(tags, ["a x", "x"]);
}

#[test]
fn elements_see_names_of_the_configuration() {
    let text = "tags = []\nlocals {\n  zone = \"eu\"\n}\n";
    let decoder = decoder(text, &["tags+=\"${local.zone}-1\""]).inputs(Inputs::new());
    assert_eq!(decoder.decode::<Config>().unwrap().value.tags, ["eu-1"]);
}

#[test]
fn all_layers_are_explained() {
    let loaded = decoder("tags = [\"a\"]\n", &["tags+=\"b\""]).decode::<Config>().unwrap();
    let layers: Vec<_> = loaded.explain("tags").iter().map(ToString::to_string).collect();
    assert_eq!(layers, ["overrides at --set:1:7", "files at main.hcl:1:8"]);
}

#[test]
fn mistakes_have_the_location_of_the_element() {
    assert_eq!(
        mistake("ports = [80]\n", &["ports+=70000"]),
        "--set:1:8: error: Invalid value for \"ports\": element 1: a whole number from 0 to 65535 is required, not 70000."
    );
    assert_eq!(
        mistake("name = \"a\"\n", &["name+=\"b\""]),
        "--set:1:1: error: Invalid override; += adds an element to a list, but \"name\" is not a list. Write = to set it."
    );
    assert_eq!(
        mistake("any = 5\n", &["any+=1"]),
        "main.hcl:1:7: error: Wrong type; Elements are added to \"any\", so a list is required here."
    );
}

#[test]
fn secrets_in_elements_are_hidden() {
    for set in ["keys+=\"hunter2\"", "keys+=\"hunter2\" + 1", "keys+=hunter2("] {
        let diags = decoder("keys = [1]\n", &[set]).decode::<Config>().err().unwrap();
        let report = Report::new(&diags).style(Style::Plain).to_string();
        assert!(!report.contains("hunter2") && !diags.to_string().contains("hunter2"), "{report}");
    }
}
