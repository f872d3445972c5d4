//! The options of attributes about flags and the sources of their values, in specs, spec files and structs.

use hcldyn::cty::Type;
use hcldyn::diag::Diagnostic;
use hcldyn::environment::Environment;
use hcldyn::spec::outline::{ChangeEffect, Outline};
use hcldyn::spec::{AttrSpec, FlagOptions, SettingSource, Spec, language};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(flag(short = 'p', long = "port", alias = "listen", alias = "p2", env = "PORT", hidden))]
    port: Option<u16>,
    #[hcl(sensitive, from(file, env))]
    token: Option<String>,
    #[hcl(dynamic)]
    server: Vec<Server>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Server {
    #[hcl(alias = "host_name", from(env, flag))]
    host: Option<String>,
}

fn read(text: &str) -> Result<Outline, String> {
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&Source::new("spec.hcldec", text), &mut diags);
    let read = language::read(&body, &EvalContext::new(), &mut diags);
    match read {
        Some(file) if !diags.has_errors() => Ok(file.spec.outline()),
        _ => Err(diags.to_string()),
    }
}

#[test]
fn a_struct_is_written_as_a_spec_file_and_read_again() {
    let text = language::write(&Config::spec()).text;
    for part in [r#"short = "p""#, r#"aliases = ["listen", "p2"]"#, r#"from = ["file", "env"]"#] {
        let spaces = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(spaces(&text).contains(part), "{text}");
    }
    let outline = read(&text).unwrap();
    let port = &outline.root().attributes[0].setting;
    let flag = FlagOptions::new().short('p').long("port").alias("listen").alias("p2");
    assert_eq!(port.flag, flag.variable("PORT").hide());
    assert!(port.allows(SettingSource::Flag));
    let token = &outline.root().attributes[1].setting;
    assert_eq!(token.sources, [SettingSource::File, SettingSource::Environment]);
    assert_eq!(token.flag, FlagOptions::new());
}

#[test]
fn mistakes_in_spec_files() {
    let source = |from: &str| format!("attr {{\n  name = \"a\"\n  from = {from}\n}}\n");
    let error = read(&source("[\"disk\"]")).unwrap_err();
    assert!(error.contains("\"file\", \"env\" or \"flag\" is required, not \"disk\""), "{error}");
    let flag = "attr {\n  name = \"a\"\n  flag {\n    short = \"ab\"\n  }\n}\n";
    assert!(read(flag).unwrap_err().starts_with("spec.hcldec:4:13: error"));
}

#[test]
fn fewer_sources_break_configurations() {
    let outline = |sources: &[SettingSource]| {
        let attr = AttrSpec::new("a", Type::String).set_by(sources.iter().copied());
        Spec::from(attr).outline()
    };
    let all = Spec::from(AttrSpec::new("a", Type::String)).outline();
    let (file, env) = (SettingSource::File, SettingSource::Environment);
    let changes = all.changes(&outline(&[file, env]));
    assert_eq!((changes.len(), changes[0].effect), (1, ChangeEffect::Breaking));
    let changes = outline(&[file]).changes(&outline(&[file, env]));
    assert_eq!((changes.len(), changes[0].effect), (1, ChangeEffect::Compatible));
    let flag = AttrSpec::new("a", Type::String).flag(FlagOptions::new().long("b"));
    assert_eq!(all.changes(&Spec::from(flag).outline()).len(), 0);
}

fn mistake(decoder: &Decoder) -> String {
    decoder.decode::<Config>().err().map(|diags| diags.to_string()).unwrap_or_default()
}

#[test]
fn values_are_checked_in_blocks_of_all_kinds() {
    let expected = |line: u32| {
        let help = "Set it by an environment variable or by a flag.";
        format!(
            "main.hcl:{line}: error: Setting not allowed; \"host\" can't be set in a file. {help}"
        )
    };
    let written = "server {\n  host = \"a\"\n}\n";
    assert_eq!(
        mistake(&Decoder::new().text("main.hcl", written)),
        expected(2).replacen(":2", ":2:3", 1)
    );
    let generated =
        "dynamic \"server\" {\n  for_each = [1]\n  content {\n    host = \"a\"\n  }\n}\n";
    let found = mistake(&Decoder::new().text("main.hcl", generated));
    assert!(found.starts_with("main.hcl:4:5: error: Setting not allowed"), "{found}");
    let json = r#"{"server": [{"host_name": "a"}]}"#;
    let found = mistake(&Decoder::new().text("main.hcl.json", json));
    assert!(
        found.starts_with("main.hcl.json:1:14: error: Setting not allowed; \"host_name\""),
        "{found}"
    );
}

#[test]
fn a_value_that_a_later_layer_overrides_is_reported() {
    let decoder = Decoder::new()
        .overrides("--set", ["token = \"a\""])
        .value("token", "b")
        .text("main.hcl", "token = \"c\"\n");
    let found = mistake(&decoder);
    assert!(found.starts_with("--set:1:9: error: Setting not allowed"), "{found}");
    assert_eq!(found.lines().count(), 1);
}

#[test]
fn a_value_under_another_name_that_a_later_layer_overrides_is_reported() {
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "only decoded")]
    struct Aliased {
        #[hcl(alias = "key", former_name = "old_key", from(env))]
        token: Option<String>,
    }
    let found = |text: &str, variable: &str| {
        let decoder = Decoder::new().text("main.hcl", text);
        let decoder =
            decoder.environment(Environment::with_prefix("").variables([(variable, "a")]));
        let diags = decoder.decode::<Aliased>().err().unwrap();
        let error = |it: &Diagnostic| (it.place().unwrap().to_string(), it.code.to_string());
        diags.iter().map(error).collect::<Vec<_>>()
    };
    let expected = |place: &str| vec![(place.to_owned(), "setting-not-allowed".to_owned())];
    assert_eq!(found("token = \"c\"\n", "KEY"), expected("main.hcl:1:1"));
    assert_eq!(found("key = \"c\"\n", "TOKEN"), expected("main.hcl:1:1"));
    let both = found("key = \"c\"\ntoken = \"d\"\n", "TOKEN");
    assert_eq!(both, [expected("main.hcl:1:1"), expected("main.hcl:2:9")].concat());
}

#[test]
fn values_of_the_program_are_allowed() {
    let decoder = Decoder::new().defaults("<defaults>", "server {\n  host = \"a\"\n}\n");
    assert_eq!(mistake(&decoder.value("token", "b")), "");
}

#[test]
fn decoding_a_single_source_does_not_check_sources() {
    let text = "server {\n  host = \"a\"\n}\n";
    let config: Config = hcldyn::from_str(text, &EvalContext::new()).unwrap();
    assert_eq!((config.server.len(), config.port, config.token), (1, None, None));
}
