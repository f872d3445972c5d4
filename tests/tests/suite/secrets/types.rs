//! Secrets by the types of fields, which have no option.

use std::collections::BTreeMap;

use hcldyn::docs::Reference;
use hcldyn::docs::sample::Sample;
use hcldyn::environment::Environment;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, HclValue, parse_body};
use secrecy::{ExposeSecret, SecretString};

use super::shown;

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(attrs)]
    tokens: Option<BTreeMap<String, SecretString>>,
    #[hcl(attrs)]
    lists: Option<BTreeMap<String, Vec<SecretString>>>,
    #[hcl(attrs)]
    newtypes: Option<BTreeMap<String, Option<Token>>>,
    #[hcl(attrs)]
    logins: Option<BTreeMap<String, Login>>,
    #[hcl(with = long)]
    password: Option<String>,
    login: Option<Login>,
    #[hcl(flatten)]
    rest: Rest,
}

#[derive(Debug, HclDecode)]
struct Rest {
    #[hcl(remain)]
    rest: BTreeMap<String, SecretString>,
}

#[derive(Debug, HclValue)]
struct Token(SecretString);

#[derive(Debug, HclValue)]
struct Login {
    #[hcl(with = long)]
    password: String,
    user: String,
}

/// Shows the secret in its error.
fn long(secret: SecretString) -> Result<String, String> {
    let secret = secret.expose_secret();
    if secret.len() > 9 { Ok(secret.to_owned()) } else { Err(format!("{secret} is too short")) }
}

#[test]
fn values_are_decoded() {
    let text = r#"
password = "a long password"
login = { password = "another long one", user = "me" }
tokens { a = "1" }
lists { a = ["1", "2"] }
newtypes { a = "3" }
logins { a = { password = "a third long one", user = "you" } }
rest = "4"
"#;
    let config: Config = hcldyn::from_str(text, &EvalContext::new()).unwrap();
    let secrets = |map: BTreeMap<String, SecretString>| map["a"].expose_secret().to_owned();
    assert_eq!(secrets(config.tokens.unwrap()), "1");
    assert_eq!(config.lists.unwrap()["a"][1].expose_secret(), "2");
    assert_eq!(config.newtypes.unwrap()["a"].as_ref().unwrap().0.expose_secret(), "3");
    let login = &config.logins.unwrap()["a"];
    assert_eq!((&*login.password, &*login.user), ("a third long one", "you"));
    assert_eq!(config.password.unwrap(), "a long password");
    assert_eq!(config.login.unwrap().user, "me");
    assert_eq!(config.rest.rest["rest"].expose_secret(), "4");
}

#[test]
fn reports_hide_the_source_text() {
    for text in [
        "tokens { a = [\"hunter2\"] }",
        "tokens { a = \"hunter2\" + 1 }",
        "tokens {\n  a = \"hunter2\" \"hunter3\"\n}",
        "lists { a = [\"hunter2\", [\"hunter3\"]] }",
        "newtypes { a = { b = \"hunter2\" } }",
        "logins { a = { password = \"hunter2\", user = \"me\" } }",
        "logins { a = { password = \"hunter2\", user = [] } }",
        "login = { password = \"hunter2\", user = \"me\" }",
        "login = { password = \"a long hunter2\", user = [\"x\"] }",
        "password = \"hunter2\"",
        "password = [\"hunter2\"]",
        "other = [\"hunter2\"]",
        "other = \"hunter2\" + 1",
    ] {
        let found = hcldyn::from_str::<Config>(text, &EvalContext::new()).unwrap_err();
        let report = shown(&found);
        assert!(report.contains("(sensitive)"), "{report}");
    }
}

#[test]
fn settings_hide_their_text() {
    for setting in ["tokens.a=[\"hunter2\"]", "other=[\"hunter2\"]", "lists.a=\"hunter2\" + 1"] {
        let decoder = Decoder::new().text("a.hcl", "").overrides("--set", [setting]);
        shown(&decoder.decode::<Config>().unwrap_err());
    }
    for (name, value) in [("LISTS__A", "[\"hunter2\" + 1]"), ("LISTS__A", "hunter2 hunter3")] {
        let decoder = Decoder::new()
            .text("a.hcl", "")
            .environment(Environment::with_prefix("").variables([(name, value)]));
        shown(&decoder.decode::<Config>().unwrap_err());
    }
}

/// The program parses and reports before it decodes.
#[test]
fn the_spec_hides_secrets_in_problems_of_parsing() {
    let mut diags = Diagnostics::new();
    let text = r#"tokens {
  a = "hunter2" "hunter3"
}
"#;
    parse_body(&Source::new("a.hcl", text), &mut diags);
    Config::spec().hide_sensitive(&mut diags);
    let report = shown(&diags);
    assert!(report.contains("(sensitive)"), "{report}");
}

#[test]
fn documents_know_the_secrets() {
    let spec = Config::spec();
    let pages = Reference::new(spec.outline()).markdown();
    assert!(pages.contains("sensitive"), "{pages}");
    let sample = Sample::new(&spec.outline()).text();
    assert!(sample.contains("change-me"), "{sample}");
}
