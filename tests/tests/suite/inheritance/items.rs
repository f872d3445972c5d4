//! The items of blocks that inherit.

use std::collections::BTreeMap;

use hcldyn::decode::Instances;
use hcldyn::{Decoder, EvalContext, HclDecode, functions, load::Configuration};

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    #[hcl(block, inherits, for_each, matrix, dynamic)]
    disk: BTreeMap<String, Instances<Disk>>,
}

#[derive(Debug, Default, PartialEq, HclDecode)]
struct Disk {
    size: Option<u32>,
    path: Option<String>,
    #[hcl(block, dynamic)]
    tag: BTreeMap<String, Tag>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Tag {
    value: Option<String>,
    color: Option<String>,
}

fn decoded(text: &str) -> Configuration<Config> {
    let ctx = EvalContext::new().with_functions(functions::all());
    let decoder = Decoder::new().context(ctx).references("disk").text("a.hcl", text);
    decoder.decode().unwrap_or_else(|problems| panic!("{problems}"))
}

fn disk(size: u32, path: &str) -> Disk {
    Disk { size: Some(size), path: Some(path.to_owned()), tag: BTreeMap::new() }
}

fn single<'a>(config: &'a Configuration<Config>, name: &str) -> &'a Disk {
    config.value.disk[name].single().unwrap()
}

#[test]
fn later_parents_win_and_own_attributes_over_all() {
    let text = r#"
disk "a" {
  size = 1
  path = "/a"
}
disk "b" {
  path = "/b"
}
disk "ab" { inherits = ["a", "b"] }
disk "ba" { inherits = ["b", "a"] }
disk "own" {
  inherits = [disk.a, "b"]
  size     = 3
}
disk "none" { inherits = [] }
disk "unset" { inherits = null }
"#;
    let config = decoded(text);
    assert_eq!(*single(&config, "ab"), disk(1, "/b"));
    assert_eq!(*single(&config, "ba"), disk(1, "/a"));
    assert_eq!(*single(&config, "own"), disk(3, "/b"));
    assert_eq!(*single(&config, "none"), Disk::default());
    assert_eq!(*single(&config, "unset"), Disk::default());
}

/// The items that a parent inherits win over the parents before it, as in `docker buildx bake`.
#[test]
fn a_parent_wins_with_all_that_it_inherits() {
    let text = r#"
disk "base" { size = 1 }
disk "left" {
  inherits = ["base"]
  size     = 2
  path     = "/left"
}
disk "right" { inherits = ["base"] }
disk "both" { inherits = ["left", "right"] }
"#;
    assert_eq!(*single(&decoded(text), "both"), disk(1, "/left"));
}

#[test]
fn blocks_are_merged_by_labels() {
    let text = r#"
disk "base" {
  tag "a" {
    value = "base"
    color = "red"
  }
  tag "b" { value = "base" }
}
disk "own" {
  inherits = ["base"]
  tag "a" { value = "own" }
  tag "c" { value = "own" }
}
disk "generated" {
  inherits = ["base"]
  dynamic "tag" {
    for_each = ["a"]
    labels   = [tag.value]
    content { value = "generated" }
  }
}
"#;
    let config = decoded(text);
    let tags = |name| {
        let tags = single(&config, name).tag.iter();
        let text = |it: &Option<String>| it.clone().unwrap_or_default();
        tags.map(|(key, it)| format!("{key}:{}:{}", text(&it.value), text(&it.color)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(tags("own"), "a:own:red b:base: c:own:");
    assert_eq!(tags("generated"), "a:generated:red b:base:");
}

#[test]
fn instances_inherit_by_their_variables() {
    let text = r#"
disk "small" { size = 1 }
disk "large" { size = 9 }
disk "app" {
  for_each = toset(["small", "large"])
  inherits = [each.key]
  path     = "/${each.key}"
}
disk "copy" {
  for_each = { small = 1 }
  inherits = ["app"]
  size     = 5
}
disk "matrix" {
  matrix   = { of = ["small"] }
  name     = "the-${of}"
  inherits = ["${of}"]
}
"#;
    let config = decoded(text);
    let app = &config.value.disk["app"];
    assert_eq!(*app.get("small").unwrap(), disk(1, "/small"));
    assert_eq!(*app.get("large").unwrap(), disk(9, "/large"));
    assert_eq!(*config.value.disk["copy"].get("small").unwrap(), disk(5, "/small"));
    assert_eq!(config.value.disk["matrix"].get("the-small").unwrap().size, Some(1));
}

#[test]
fn generated_blocks_inherit() {
    let text = r#"
disk "base" { size = 1 }
dynamic "disk" {
  for_each = ["x", "y"]
  labels   = [disk.value]
  content {
    inherits = disk.value == "x" ? ["base"] : ["x"]
    path     = "/${disk.value}"
  }
}
"#;
    let config = decoded(text);
    assert_eq!(*single(&config, "x"), disk(1, "/x"));
    assert_eq!(*single(&config, "y"), disk(1, "/y"));
}

#[test]
fn sources_are_explained() {
    let text = r#"
disk "base" {
  size = 1
  path = "/base"
}
disk "own" {
  inherits = ["base"]
  size     = 2
}
"#;
    let config = decoded(text);
    let explained = |path: &str| {
        config.explain(path).iter().map(|it| it.place.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(explained("disk.own.size"), "a.hcl:8:14 a.hcl:3:10");
    assert_eq!(explained("disk.own.path"), "a.hcl:4:10");
    assert_eq!(config.place_of("disk.own.path").unwrap().to_string(), "a.hcl:4:10");
}

#[test]
fn layers_come_before_inheritance() {
    let files = r#"
disk "base" { size = 1 }
disk "own" { inherits = ["base"] }
"#;
    let decoder = Decoder::new().defaults("defaults", "disk \"base\" {\n  path = \"/d\"\n}\n");
    let decoder = decoder.text("a.hcl", files).overrides("--set", ["disk.base.size=7"]);
    let config = decoder.decode::<Config>().unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(*single(&config, "own"), disk(7, "/d"));
}
