//! Environment variables and overrides under old names of items.

use hcldyn::edit::migrate::{MigrationStep, Migrations};
use hcldyn::environment::Environment;
use hcldyn::load::Configuration;
use hcldyn::{Decoder, HclDecode};

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "some fields are only decoded")]
struct Config {
    #[hcl(block)]
    server: Server,
    #[hcl(block)]
    upstream: Vec<Upstream>,
    #[hcl(sensitive)]
    api_token: Option<u16>,
}

#[derive(Debug, HclDecode)]
struct Server {
    port: u16,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Upstream {
    #[hcl(label)]
    name: String,
    pool_size: Option<u16>,
}

const TEXT: &str = "server {\n  port = 80\n}\nupstream \"web\" {\n}\n";

fn decoder() -> Decoder {
    let migrations = Migrations::new()
        .step(MigrationStep::move_to("server", "port", "server.port").note("A server has a block."))
        .step(MigrationStep::rename("size", r#"upstream["*"].max_conns"#, "pool_size"))
        .step(MigrationStep::rename("token", "token", "api_token"));
    Decoder::new().migrations(migrations).text("main.hcl", TEXT)
}

fn with_environment<const N: usize>(variables: [(&str, &str); N]) -> Decoder {
    decoder().environment(Environment::with_prefix("APP_").variables(variables))
}

#[track_caller]
fn loaded(decoder: &Decoder) -> Configuration<Config> {
    decoder.decode().unwrap_or_else(|diags| panic!("{diags}"))
}

#[test]
fn a_variable_under_an_old_name_sets_the_item() {
    let found = loaded(&with_environment([("APP_PORT", "81")]));
    assert_eq!(found.value.server.port, 81);
    let warning = "<environment variable APP_PORT>: warning: Old form; APP_PORT is now APP_SERVER__PORT. \
                   Set APP_SERVER__PORT instead. A server has a block.";
    assert_eq!(found.warnings.to_string(), warning);
    let found = loaded(&with_environment([("APP_UPSTREAM__WEB__MAX_CONNS", "5")]));
    assert_eq!(found.value.upstream[0].pool_size, Some(5));
    let warning = found.warnings.to_string();
    assert!(warning.contains("is now APP_UPSTREAM__WEB__POOL_SIZE."), "{warning}");
}

#[test]
fn a_variable_under_the_present_name_overrides_it() {
    for variables in [
        [("APP_PORT", "81"), ("APP_SERVER__PORT", "82")],
        [("APP_SERVER__PORT", "82"), ("APP_PORT", "81")],
    ] {
        let found = loaded(&with_environment(variables));
        assert_eq!((found.value.server.port, found.warnings.len()), (82, 1));
    }
}

#[test]
fn an_override_under_an_old_path_sets_the_item() {
    let found = loaded(&decoder().overrides("--set", ["upstream.web.max_conns = 2 + 3"]));
    assert_eq!(found.value.upstream[0].pool_size, Some(5));
    let warning = "--set:1:1: warning: Old form; \"upstream.web.max_conns\" is now \
                   \"upstream.web.pool_size\". Set \"upstream.web.pool_size\" instead.";
    assert_eq!(found.warnings.to_string(), warning);
}

#[test]
fn a_name_that_no_step_knows_stays_unknown() {
    let found = loaded(&with_environment([("APP_PROT", "81")]));
    assert!(found.warnings.to_string().contains("The variable is ignored."));
    let mistake = decoder().overrides("--set", ["prot=81"]).decode::<Config>().err().unwrap();
    assert!(mistake.to_string().starts_with("--set:1:1: error: Unknown setting"));
}

#[test]
fn a_secret_under_an_old_name_is_hidden() {
    let mistake = with_environment([("APP_TOKEN", "hunter2")]).decode::<Config>().err().unwrap();
    let report = hcldyn::diag::Report::new(&mistake).style(hcldyn::diag::Style::Plain).to_string();
    assert!(report.contains("APP_API_TOKEN") && !report.contains("hunter2"), "{report}");
}
