//! Tests of the gateway's configurations, right and wrong ones.

use std::path::Path;
use std::{fs, io};

use hcldyn::HclDecode;
use hcldyn::diag::Severity;
use hcldyn::load::{Configuration, Layer};

use super::*;

fn load(path: &str, given: &Given) -> Result<Configuration<Gateway>, Diagnostics> {
    decoder(Path::new(path), given).decode()
}

fn loaded(given: &Given) -> Configuration<Gateway> {
    load("gateway/config/main.hcl", given).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn the_configuration_is_described() {
    let loaded = loaded(&Given::default());
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    insta::assert_snapshot!(describe(&loaded.value).unwrap());
}

/// The configuration in JSON syntax decodes to equal structs, apart from the source text of the conditions.
#[test]
fn the_json_form_is_equal() {
    let json = load("gateway/json/main.json", &Given::default());
    let json = json.unwrap_or_else(|mistakes| panic!("{mistakes}")).value;
    let native = loaded(&Given::default()).value;
    assert_eq!(describe(&json).unwrap(), describe(&native).unwrap());
    assert_eq!(format!("{:?}", json.upstream), format!("{:?}", native.upstream));
    let headers = |gateway: &Gateway| format!("{:?}", gateway.server[1].route[1].headers);
    assert_eq!(headers(&json), headers(&native));
}

#[test]
fn layers_are_explained() {
    let environment = [("GATEWAY_SET_UPSTREAM__WEB__TIMEOUT", "20s"), ("GATEWAY_VAR_region", "US")];
    let given = Given {
        environment: environment.map(|(name, value)| (name.into(), value.into())).into(),
        overrides: vec!["upstream.web.port = service_port(5)".to_owned()],
        variables: vec!["services={ users = 20 }".to_owned()],
    };
    let loaded = loaded(&given);
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
}

#[test]
fn changes_are_described() -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("hcldyn-gateway-{}", std::process::id()));
    fs::create_dir_all(folder.join("conf.d"))?;
    let file = folder.join("main.hcl");
    fs::write(&file, "upstream \"a\" {\n  host = \"a\"\n  port = 1\n}\n")?;
    let watched = Watched::<Gateway>::new(decoder(&file, &Given::default())).unwrap();
    fs::write(folder.join("conf.d/1.hcl"), "upstream \"a\" {\n  port = 2\n}\n")?;
    assert_eq!(describe_outcome(&watched.check()), "changed: upstream.a.port\n");
    fs::write(folder.join("conf.d/1.hcl"), "upstream \"a\" {\n  prot = 2\n}\n")?;
    assert!(describe_outcome(&watched.check()).contains("Did you mean \"port\"?"));
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
        let mistakes = load(path.to_str().unwrap(), &Given::default());
        let mistakes = mistakes.err().unwrap_or_else(|| panic!("{} is right", path.display()));
        let errors = mistakes.iter().filter(|it| it.severity == Severity::Error).count();
        assert_eq!(errors, 1, "{}: {mistakes}", path.display());
        let name = path.file_stem().unwrap().to_str().unwrap();
        insta::with_settings!({ snapshot_path => "wrong", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, report(&mistakes));
        });
    }
}

#[test]
fn documents_show_the_whole_spec() {
    hcldyn_tests::documents::check(&Gateway::spec(), &hcldyn::EvalContext::new(), "gateway");
}
