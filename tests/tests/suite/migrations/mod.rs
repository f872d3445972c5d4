//! Migrations: recorded changes of public configurations, random ones, and their source locations and secrets.
//!
//! Each folder in `cases` is a breaking change that the upgrade guide of a program describes: a configuration in the old
//! form, the steps, and the configuration in the new form. The structs of the new forms are in `structs.rs`.

mod command;
mod settings;
mod structs;

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style, apply_fixes};
use hcldyn::edit::Document;
use hcldyn::edit::migrate::{MigrationStep, Migrations};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, Expression, HclDecode};

use self::structs::{
    BoundaryUpstreams, ConsulAcl, ConsulTls, NomadJoin, NomadNetwork, PackerIso, ProxyMiddlewares,
    TerraformBackend, TerragruntErrors, VaultAgent, VaultStorage,
};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/migrations/cases").join(name)
}

/// The variables of the recorded configurations.
fn context() -> EvalContext {
    let object = |pairs: &[(&str, Value)]| Value::object(pairs.iter().cloned());
    let sums = object(&[("ubuntu", "abc".into())]);
    let ping = object(&[("path", "/up".into()), ("seconds", 5.into())]);
    EvalContext::new()
        .with_variable("node", "n1")
        .with_variable("version", "24.04")
        .with_variable("var", object(&[("sums", sums), ("ping", ping)]))
        .with_variable("local", object(&[("region", "eu".into())]))
}

/// Migrates a recorded configuration: by the decoder, by `migrate`, and by the fixes of the warnings.
fn check<T: HclDecode + PartialEq + Debug>(
    name: &str,
    steps: impl FnOnce(Migrations) -> Migrations,
) {
    let read = |file| fs::read_to_string(folder(name).join(file)).unwrap();
    let (old, new) = (read("old.hcl"), read("new.hcl"));
    let migrations = Migrations::read(&Source::new("steps.hcl", read("steps.hcl"))).unwrap();
    assert_eq!(migrations.to_hcl(), read("steps.hcl"), "{name}");
    let decoder = Decoder::new().context(context()).migrations(steps(migrations));

    let expected = Decoder::new().context(context()).text("new.hcl", &new).decode::<T>();
    let expected = expected.unwrap_or_else(|error| panic!("{name}: {error}")).value;
    let from_old = decoder.clone().text("old.hcl", &old).decode::<T>();
    let from_old = from_old.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(from_old.value, expected, "{name}");
    assert!(from_old.warnings.iter().all(|it| it.code == "old-form"), "{name}");
    assert!(!from_old.warnings.is_empty(), "{name}");

    let pairs = decoder.clone().text("old.hcl", &old).migrate::<T>().unwrap();
    assert_eq!(pairs[0].1.text(), new, "{name}");
    let comments = old.lines().filter_map(|line| line.split_once("# "));
    for (_, comment) in comments {
        assert!(new.contains(comment), "{name}: {comment}");
    }
    let again = decoder.clone().text("new.hcl", &new);
    assert!(again.migrate::<T>().unwrap().is_empty(), "{name}");
    assert!(again.decode::<T>().unwrap().warnings.is_empty(), "{name}");

    let mut fixed = Source::new("old.hcl", old);
    for _ in 0..10 {
        let decoded = decoder.clone().text("old.hcl", fixed.text()).decode::<T>().unwrap();
        let fixes = decoded.warnings.iter().flat_map(|it| &it.fixes);
        let Some((_, text)) = apply_fixes(fixes).pop() else { break };
        fixed = Source::new("old.hcl", text);
    }
    let has_secrets = name == "consul_acl";
    assert_eq!(fixed.text() == new, !has_secrets, "{name}: {}", fixed.text());
}

#[test]
fn recorded_changes_of_public_programs() {
    check::<ConsulAcl>("consul_acl", |it| it);
    check::<ConsulTls>("consul_tls", |it| it);
    check::<NomadNetwork>("nomad_network", |it| it);
    check::<NomadJoin>("nomad_join", |it| it);
    check::<VaultStorage>("vault_storage", |it| it);
    check::<VaultAgent>("vault_agent", |it| it);
    check::<PackerIso>("packer_iso", |it| {
        it.step(MigrationStep::function("checksum", join_checksum))
    });
    check::<TerraformBackend>("terraform_backend", |it| it);
    check::<BoundaryUpstreams>("boundary_upstreams", |it| it);
    check::<TerragruntErrors>("terragrunt_errors", |it| it);
    check::<ProxyMiddlewares>("proxy_middlewares", |it| it);
}

/// Joins the type of a checksum and the checksum.
fn join_checksum(document: &mut Document) -> Result<(), Diagnostics> {
    let count = document.body().everything().blocks.len();
    for index in 0..count {
        let block = format!("source[{index}]");
        let [ty, sum] = ["iso_checksum_type", "iso_checksum"].map(|name| format!("{block}.{name}"));
        let Ok(old) = document.expression(&ty) else { continue };
        let Some(Some(prefix)) = old.as_literal().map(|it| it.as_str().map(str::to_owned)) else {
            continue;
        };
        let value = document.expression(&sum)?.text().to_owned();
        document.set_expression(&sum, &format!("\"{prefix}:${{{value}}}\""))?;
        document.remove(&ty)?;
    }
    Ok(())
}

#[test]
fn random_configurations_keep_their_value() {
    let mut migrated = 0;
    for index in 0..400 {
        match hcldyn_tests::migrations::run(7, index) {
            Ok(count) => migrated += count,
            Err(mistake) => panic!("{index}: {mistake}"),
        }
    }
    assert!(migrated > 200, "{migrated} items in an old form");
}

#[derive(Debug, HclDecode)]
struct App {
    #[hcl(block)]
    server: Server,
}

#[derive(Debug, HclDecode)]
struct Server {
    port: u16,
    #[hcl(sensitive)]
    password: Option<String>,
    when: Option<Expression>,
}

fn app() -> Decoder {
    let steps =
        ["port", "when"].map(|name| MigrationStep::move_to(name, name, &format!("server.{name}")));
    let secret = MigrationStep::move_to("secret", "pass_phrase", "server.password");
    let steps = steps.into_iter().chain([secret]).fold(Migrations::new(), Migrations::step);
    Decoder::new().migrations(steps)
}

#[test]
fn locations_are_those_of_the_source_as_it_is_written() {
    let text = "# The port.\nport = 80\n\nwhen = (a &&\n  b)\n";
    let loaded = app().text("a.hcl", text).decode::<App>().unwrap();
    assert_eq!(loaded.place_of("server.port").unwrap().to_string(), "a.hcl:2:8");
    let server = loaded.value.server;
    assert_eq!((server.port, server.password), (80, None));
    assert_eq!(server.when.unwrap().text(), "(a &&\n  b)");

    let error =
        app().text("a.hcl", "port = 80\nsrever {}\nwhen = 1\n").decode::<App>().unwrap_err();
    let error = error.iter().find(|it| it.code == "unexpected-block").unwrap();
    assert!(error.to_string().starts_with("a.hcl:2:1: error:"), "{error}");
    let error = app().text("a.hcl", "\nport = 80 + oops\n").decode::<App>().unwrap_err();
    let error = error.iter().find(|it| it.code != "old-form").unwrap();
    assert!(error.to_string().starts_with("a.hcl:2:13: error: Variables not available"), "{error}");
    assert!(error.fixes.is_empty());
}

#[test]
fn captured_expressions_are_equal_after_writing() {
    let pairs = app().text("a.hcl", "port = 80\nwhen = a && b\n").migrate::<App>().unwrap();
    assert_eq!(pairs[0].1.text(), "server {\n  port = 80\n  when = a && b\n}\n");
}

#[test]
fn secrets_in_an_old_form_are_hidden() {
    for text in [
        "pass_phrase = \"hunter22\"\nport = 80000\n",
        "port = \"hunter22\" + pass_phrase\npass_phrase = \"hunter22\"\n",
    ] {
        let Err(diags) =
            app().text("a.hcl", text.replace("port = \"hunter22\" +", "port =")).decode::<App>()
        else {
            panic!("{text}")
        };
        let json = serde_json::to_string(&diags).unwrap();
        let report = Report::new(&diags).style(Style::Plain).to_string();
        assert!(!json.contains("hunter22"), "{json}");
        assert!(!report.contains("hunter22"), "{report}");
        assert!(report.contains("old-form"), "{report}");
    }
}

#[test]
fn an_item_that_is_not_migrated_is_the_only_error() {
    let error =
        app().text("a.hcl", "port = 80\nserver {\n  port = 81\n}\n").decode::<App>().unwrap_err();
    let codes: Vec<_> = error.iter().map(|it| it.code.to_string()).collect();
    assert_eq!(codes, ["old-and-new-form"]);
    let error = app().text("a.json", "{\"port\": 80}").decode::<App>().unwrap_err();
    let codes: Vec<_> = error.iter().map(|it| it.code.to_string()).collect();
    assert_eq!(codes, ["unmigrated-form"]);
}

#[test]
fn updates_write_the_new_form() {
    #[derive(HclDecode, hcldyn::HclEncode)]
    struct Config {
        listen: u16,
    }
    let steps = Migrations::new().step(MigrationStep::rename("listen", "port", "listen"));
    let decoder = Decoder::new().migrations(steps).text("a.hcl", "port = 80 # HTTP\n");
    let mut config = decoder.decode::<Config>().unwrap().value;
    config.listen = 81;
    assert_eq!(decoder.update(&config).unwrap()[0].text(), "listen = 81 # HTTP\n");
}
