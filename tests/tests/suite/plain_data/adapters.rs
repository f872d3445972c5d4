//! HCL in programs that combine formats with `figment` or `config`.

use std::collections::BTreeMap;

use config::Config;
use figment::Figment;
use figment::providers::Serialized;
use hcldyn::decode::serde::HclSource;
use hcldyn::syntax::Source;
use serde::Deserialize;

use crate::support::folder::Folder;

#[derive(Debug, PartialEq, Deserialize)]
struct App {
    name: String,
    ratio: f64,
    offset: i64,
    tags: Vec<String>,
    #[serde(default)]
    note: Option<String>,
    server: BTreeMap<String, Server>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Server {
    port: u16,
    public: bool,
}

const TEXT: &str = r#"
name   = "app-${1 + 1}"
ratio  = 0.5
offset = -3
tags   = [for n in ["a", "b"] : "t-${n}"]
note   = null

server "web" {
  port   = 80
  public = true
}
"#;

fn app(port: u16) -> App {
    App {
        name: "app-2".to_owned(),
        ratio: 0.5,
        offset: -3,
        tags: vec!["t-a".to_owned(), "t-b".to_owned()],
        note: None,
        server: BTreeMap::from([("web".to_owned(), Server { port, public: true })]),
    }
}

fn source(text: &str) -> HclSource {
    HclSource::source(Source::new("app.hcl", text))
}

#[test]
fn figment_merges_other_formats() {
    assert_eq!(Figment::from(source(TEXT)).extract::<App>().unwrap(), app(80));
    let above = Serialized::default("server.web.port", 443);
    assert_eq!(Figment::from(source(TEXT)).merge(above).extract::<App>().unwrap(), app(443));
}

#[test]
fn config_merges_other_formats() {
    let config = Config::builder().add_source(source(TEXT));
    assert_eq!(config.clone().build().unwrap().try_deserialize::<App>().unwrap(), app(80));
    let config = config.set_override("server.web.port", 443).unwrap();
    assert_eq!(config.build().unwrap().try_deserialize::<App>().unwrap(), app(443));
}

#[test]
fn errors_have_their_source_locations() {
    let wrong = "name = 1 +\nport = upper(\"x\")\n";
    let figment = Figment::from(source(wrong)).extract::<App>().unwrap_err().to_string();
    let config = Config::builder().add_source(source(wrong)).build().unwrap_err().to_string();
    for message in [figment, config] {
        assert!(message.contains("app.hcl:1:11: error: "), "{message}");
    }
    // An error of the other library names the file.
    let missing = Figment::from(source("name = 5")).extract::<App>().unwrap_err().to_string();
    assert!(missing.contains("HCL source"), "{missing}");
}

#[test]
fn files_are_read_when_they_are_needed() {
    let folder = Folder::new("adapters", &[]);
    let (file, name) = (folder.path().join("a.hcl"), "name");
    let source = HclSource::file(&file);
    assert!(Figment::from(source.clone()).extract_inner::<String>(name).is_err());
    std::fs::write(&file, "name = \"x\"\n").unwrap();
    assert_eq!(Figment::from(source.clone()).extract_inner::<String>(name).unwrap(), "x");
    let config = Config::builder().add_source(source).build().unwrap();
    assert_eq!(config.get_string(name).unwrap(), "x");
}
