//! Tests of the gateway's configurations, right and wrong ones.

use std::{fs, io};

use hcldyn::HclDecode;
use hcldyn::cli::{Loaded, Streams};
use hcldyn::load::Layer;

use super::*;

/// Loads a configuration without the environment of the test. Returns the report of errors.
fn load(path: &str, arguments: &[&str]) -> Result<Loaded<Gateway>, String> {
    load_in([], &[&["--config", path], arguments].concat())
}

fn load_in<const N: usize>(
    environment: [(&str, &str); N],
    arguments: &[&str],
) -> Result<Loaded<Gateway>, String> {
    let mut errors = Vec::new();
    let mut streams = Streams::new(io::empty(), io::sink(), &mut errors);
    let arguments = ["gateway"].iter().chain(arguments).copied();
    let loaded = options().load_from(arguments, environment, &mut streams);
    drop(streams);
    loaded.map_err(|_| String::from_utf8(errors).unwrap())
}

const MAIN: &str = "gateway/config/main.hcl";

#[test]
fn the_configuration_is_described() {
    let loaded = load(MAIN, &[]).unwrap().configuration();
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    insta::assert_snapshot!(describe(&loaded.value).unwrap());
}

/// The configuration in JSON syntax decodes to equal structs, apart from the source text of the conditions.
#[test]
fn the_json_form_is_equal() {
    let [json, native] =
        ["gateway/json/main.json", MAIN].map(|path| load(path, &[]).unwrap().current());
    assert_eq!(describe(&json).unwrap(), describe(&native).unwrap());
    assert_eq!(format!("{:?}", json.upstream), format!("{:?}", native.upstream));
    let headers = |gateway: &Gateway| format!("{:?}", gateway.server[1].route[1].headers);
    assert_eq!(headers(&json), headers(&native));
}

#[test]
fn layers_are_explained() {
    let environment = [("GATEWAY_UPSTREAM__WEB__TIMEOUT", "20s"), ("GATEWAY_VAR_region", "US")];
    let arguments = [
        "--workers",
        "8",
        "--set",
        "upstream.web.port = service_port(5)",
        "--var",
        "services={ users = 20 }",
    ];
    let loaded = load_in(environment, &arguments).unwrap().configuration();
    let web = &loaded.value.upstream["web"];
    assert_eq!(
        (web.host.as_str(), web.port, web.timeout.as_secs()),
        ("web.us.example.org", 9005, 20)
    );
    assert_eq!(loaded.value.upstream["fallback"].port, 9006);
    assert_eq!(loaded.value.upstream["users"].port, 9020);
    let layers = |path: &str| -> Vec<_> {
        loaded.explain(path).iter().map(|setting| setting.layer).collect()
    };
    let expected = [Layer::Environment, Layer::DropIns, Layer::Files];
    assert_eq!(layers("upstream.web.timeout"), expected);
    assert_eq!(layers("upstream.web.port"), [Layer::Overrides, Layer::Files]);
    assert_eq!(layers("log_level"), [Layer::DropIns, Layer::Defaults]);
    assert_eq!(layers("workers"), [Layer::Flags, Layer::Files, Layer::Defaults]);
}

#[test]
fn changes_are_described() -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("hcldyn-gateway-{}", std::process::id()));
    fs::create_dir_all(folder.join("conf.d"))?;
    let file = folder.join("main.hcl");
    fs::write(&file, "upstream \"a\" {\n  host = \"a\"\n  port = 1\n}\n")?;
    let watched = load(file.to_str().unwrap(), &[]).unwrap().watched.clone();
    fs::write(folder.join("conf.d/1.hcl"), "workers = 9\nupstream \"a\" {\n  port = 2\n}\n")?;
    let expected = "changed: workers (needs a restart)\nchanged: upstream.a.port";
    assert_eq!(watched.check().to_string(), expected);
    fs::write(folder.join("conf.d/1.hcl"), "upstream \"a\" {\n  prot = 2\n}\n")?;
    assert!(watched.check().to_string().contains("Did you mean \"port\"?"));
    assert_eq!(watched.current().upstream["a"].port, 2);
    fs::remove_dir_all(folder)
}

/// Each file in `wrong` has one error, whose report is beside it.
#[test]
fn each_wrong_file_has_one_error() {
    let mut files: Vec<_> = fs::read_dir("gateway/wrong")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "hcl" || it == "json"))
        .collect();
    files.sort();
    assert!(files.len() >= 40, "{}", files.len());
    for path in files {
        let report = load(path.to_str().unwrap(), &[]).err();
        let report = report.unwrap_or_else(|| panic!("{} is right", path.display()));
        let errors = report.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, 1, "{}: {report}", path.display());
        let name = path.file_stem().unwrap().to_str().unwrap();
        insta::with_settings!({ snapshot_path => "wrong", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, report);
        });
    }
}

#[test]
fn documents_show_the_whole_spec() {
    hcldyn_tests::documents::check(&Gateway::spec(), &hcldyn::EvalContext::new(), "gateway");
}
