//! The struct of random configurations, decoded from several layers, encoded, and loaded again.

use std::path::Path;

use clap::Command;
use hcldyn::cli::{Options, Streams};
use hcldyn::edit::Document;
use hcldyn::environment::Environment;
use hcldyn::load::{ReloadOutcome, Watched};
use hcldyn::{Decoder, EvalContext, to_string};

use super::outputs::Outputs;
use super::secret::Scope;
use super::structs::Config;
use crate::random::Random;

/// A valid configuration.
const VALID: &str = "port = 80\n";

/// Settings in the environment and on the command line. Most of them are wrong.
pub(super) const SETTINGS: &[(&str, &str)] = &[
    ("PASSWORD", "hushhush!1"),
    ("TOKEN", "hushhush!2"),
    ("TOKEN", "5858251"),
    ("LOGIN__CREDENTIAL", "{ x = \"hushhush!3\", z = 1 }"),
    ("DB__A__API_KEY", "[\"hushhush!4\", 1"),
    ("OLD_PASSWORD", "hushhush!5"),
    ("PORT", "s"),
];
pub(super) const OVERRIDES: &[&str] = &[
    "password=\"hushhush!1\"",
    "token=\"hushhush!2\"",
    "token=5858251",
    "login.credential={ x = \"hushhush!3\", z = 1 }",
    "db.a.api_key=[\"hushhush!4\", nope]",
    "password.x=\"hushhush!5\"",
    "port=s",
];

/// Decodes a configuration as one of several layers.
pub(super) fn decode(
    random: &mut Random,
    text: &str,
    name: &str,
    ctx: &EvalContext,
    outputs: &mut Outputs,
) {
    let base = Decoder::new().context(ctx.clone());
    let decoder = if random.percent(50) {
        base.defaults(name, text).text("above.hcl", VALID)
    } else {
        base.defaults("below.hcl", VALID).text(name, text)
    };
    let settings = random.percent(50).then(|| *random.pick(SETTINGS));
    let overrides = random.percent(50).then(|| *random.pick(OVERRIDES));
    let decoder = decoder
        .environment(Environment::with_prefix("").variables(settings))
        .overrides("--set", overrides);
    match decoder.decode::<Config>() {
        Ok(loaded) => {
            outputs.diags("layers: warnings", Scope::All, &loaded.warnings);
            for path in ["password", "token", "login.credential"] {
                let settings = loaded.explain(path);
                let shown: String = settings.iter().map(ToString::to_string).collect();
                outputs.add("layers: explanation", Scope::All, shown);
            }
            encode(&loaded.value, ctx, outputs);
        }
        Err(diags) => outputs.diags("layers", Scope::All, &diags),
    }
}

/// The flags of a program that loads the struct.
const FLAGS: &[&str] = &[
    "--password=hushhush!1",
    "--token=hushhush!2",
    "--token=5858251",
    "--login-credential={ x = \"hushhush!3\", z = 1 }",
    "--login-credential={ x = \"hushhush!3\"",
    "--passwrd=hushhush!4",
    "--port=s",
];

/// The commands that show values.
const COMMANDS: &[&[&str]] = &[
    &["--print-config"],
    &["--help"],
    &["config", "show"],
    &["config", "get", "password"],
    &["config", "get", "login.credential.x"],
    &["config", "explain", "token"],
    &["config", "set", "password", "\"hushhush!5\""],
];

/// Loads the configuration in a program, and searches what it prints. `scope` is that of the values in the text.
pub(super) fn print(
    random: &mut Random,
    text: &str,
    name: &str,
    scope: Scope,
    ctx: &EvalContext,
    outputs: &mut Outputs,
) {
    let options = Options::new(Command::new("app"))
        .decoder(Decoder::new().context(ctx.clone()).text(name, text))
        .places([""; 0])
        .environment("APP_")
        .flags();
    let flag = random.percent(50).then(|| *random.pick(FLAGS));
    let overrides = random.percent(50).then(|| *random.pick(OVERRIDES));
    let overrides = overrides.map(|text| format!("--set={text}"));
    let command = *random.pick(COMMANDS);
    let arguments = ["app"].into_iter().chain(flag).chain(overrides.as_deref());
    let arguments = arguments.chain(command.iter().copied());
    let settings = random.percent(50).then(|| *random.pick(SETTINGS));
    let environment = settings.map(|(name, value)| (format!("APP_{name}"), value));
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(&[][..], &mut output, &mut errors);
    // Each of the commands ends the program.
    let _ = options.load_from::<Config, _, _, _>(arguments, environment, &mut streams);
    drop(streams);
    for (stream, scope, bytes) in [("output", scope, output), ("errors", Scope::All, errors)] {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        outputs.add(&format!("{}: {stream}", command.join(" ")), scope, text);
    }
}

/// Encodes a struct, and updates a document to it.
fn encode(config: &Config, ctx: &EvalContext, outputs: &mut Outputs) {
    match to_string(config) {
        Ok(text) => drop(outputs.add("struct: source", Scope::All, text)),
        Err(error) => drop(outputs.add("struct: error", Scope::All, error.to_string())),
    }
    let mut document: Document = VALID.parse().unwrap();
    match hcldyn::HclEncode::update(config, &mut document, ctx) {
        Ok(()) => drop(outputs.add("update: source", Scope::All, document.to_string())),
        Err(diags) => outputs.diags("update", Scope::All, &diags),
    }
}

/// Loads a configuration again after its file changed.
pub(super) fn reload(file: &Path, text: &str, ctx: &EvalContext, outputs: &mut Outputs) {
    std::fs::write(
        file,
        if file.extension().is_some_and(|it| it == "json") { "{}" } else { VALID },
    )
    .unwrap();
    let decoder = Decoder::new().context(ctx.clone()).file(file);
    let Ok(watched) = Watched::<Config>::new(decoder) else { return };
    std::fs::write(file, text).unwrap();
    match watched.reload() {
        ReloadOutcome::Rejected(diags) => outputs.diags("reload", Scope::All, &diags),
        outcome => drop(outputs.debug("reload: Debug of the outcome", Scope::All, &outcome)),
    }
}
