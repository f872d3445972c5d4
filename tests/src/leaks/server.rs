//! A language server with an open document that has secrets.
//!
//! No answer, message or error shows the value of a marked variable. The values of sensitive attributes appear only where an
//! answer repeats the document, which the client has: in the new texts of edits and, in a source with mistakes, in the
//! names of symbols and completions, since a part of a secret may be a name there. Everything that the server says about
//! the document hides them: messages, descriptions, details, titles and hints.

use hcldyn::cty::Value as CtyValue;
use hcldyn::environment::Environment;
use hcldyn::{Decoder, EvalContext};
use hcldyn_lsp::ide::Language;
use hcldyn_lsp::{Languages, SpecFiles};
use serde_json::{Value, json};

use super::command::Command;
use super::layers::{OVERRIDES, SETTINGS};
use super::outputs::Outputs;
use super::secret::Scope;
use super::structs::Config;
use crate::random::Random;
use crate::server::client::{Answer, Client};
use crate::server::positions::Units;
use crate::server::requests::{METHODS, params};

/// The properties with text of the document.
const TEXTS: [&str; 1] = ["newText"];

/// The properties with names of the document.
const NAMES: [&str; 6] = ["name", "label", "sortText", "filterText", "insertText", "placeholder"];

/// The request for hints.
const HINTS: &str = "textDocument/inlayHint";

/// The number of places at which all requests are made.
const PLACES: usize = 3;

/// An open document.
pub(super) struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) is_json: bool,
    /// The secrets that names must not have.
    pub(super) scope: Scope,
}

/// Opens a document with a spec file and variables, as the command does.
pub(super) fn of_spec_file(
    random: &mut Random,
    document: &Document<'_>,
    (spec, ctx): (&str, &EvalContext),
    command: &Command,
    outputs: &mut Outputs,
) {
    let path = command.write("server.hcldec", spec);
    let variables = ctx.variable_names().filter_map(|name| Some((name, ctx.variable(name)?)));
    let variables = variables.fold(EvalContext::new(), |all, (name, value): (_, &CtyValue)| {
        all.with_variable(name, value.clone())
    });
    let files = SpecFiles::new(ctx.clone()).default_spec(path).variables(variables);
    serve(random, files.into(), document, outputs);
}

/// Opens a document of a program that has secrets in its environment and arguments.
pub(super) fn of_struct(
    random: &mut Random,
    document: &Document<'_>,
    decoder: Decoder,
    outputs: &mut Outputs,
) {
    let settings = random.percent(50).then(|| *random.pick(SETTINGS));
    let overrides = random.percent(50).then(|| *random.pick(OVERRIDES));
    let decoder = decoder
        .environment(Environment::with_prefix("").variables(settings))
        .overrides("--set", overrides);
    serve(random, Languages::of_type::<Config>(decoder), document, outputs);
}

/// Opens a document with a spec that a program makes.
pub(super) fn of_spec(
    random: &mut Random,
    document: &Document<'_>,
    spec: &hcldyn::spec::Spec,
    outputs: &mut Outputs,
) {
    serve(random, Language::of_spec(spec.clone()).into(), document, outputs);
}

/// Opens a document, makes all requests, and searches what the server says.
fn serve(
    random: &mut Random,
    languages: Languages,
    document: &Document<'_>,
    outputs: &mut Outputs,
) {
    let name = if document.is_json { "case.hcl.json" } else { "case.hcl" };
    let uri = format!("file:///nowhere/{name}");
    let capabilities = json!({
        "general": {"positionEncodings": ["utf-8"]},
        "textDocument": {
            "diagnostic": {},
            "completion": {"completionItem": {"snippetSupport": true}},
            "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
        },
    });
    let mut client = Client::start(languages, capabilities, &[]).unwrap();
    client.open(&uri, 1, document.text);
    for _ in 0..PLACES {
        for method in METHODS {
            let mut params = params(random, Units::Utf8, &uri, document.text);
            if method == "textDocument/codeAction" && random.percent(50) {
                params["range"] = Units::Utf8.range(document.text, 0, document.text.len());
            }
            let answer = client.request(method, params).unwrap();
            search(method, document, &answer, outputs);
            if method == HINTS {
                let hints = answer.ok().and_then(|it| it.as_array().cloned()).unwrap_or_default();
                for hint in hints {
                    let answer = client.request("inlayHint/resolve", hint).unwrap();
                    search("inlayHint/resolve", document, &answer, outputs);
                }
            }
        }
    }
    for notification in std::mem::take(&mut client.notifications) {
        outputs.add("server: a message", Scope::All, notification.params.to_string());
    }
    client.stop().unwrap();
}

fn search(method: &str, document: &Document<'_>, answer: &Answer, outputs: &mut Outputs) {
    // The label of a hint is not a name of the document.
    let is_hint = [HINTS, "inlayHint/resolve"].contains(&method);
    let mut parts = Parts { has_names: !is_hint, ..Parts::default() };
    match answer {
        Ok(answer) => parts.add(answer, ""),
        Err(error) => parts.said += &format!("{error:?}"),
    }
    outputs.add(&format!("server: {method}"), Scope::All, parts.said);
    outputs.add(&format!("server: names of {method}"), document.scope, parts.names);
    outputs.add(&format!("server: texts of {method}"), Scope::Variables, parts.texts);
}

/// The strings of an answer, each in a line.
#[derive(Default)]
struct Parts {
    /// `true` if some properties have names of the document.
    has_names: bool,
    said: String,
    names: String,
    texts: String,
}

impl Parts {
    fn add(&mut self, value: &Value, property: &str) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add(item, property)),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.add(value, key)),
            _ => {
                let part = match property {
                    _ if TEXTS.contains(&property) => &mut self.texts,
                    _ if self.has_names && NAMES.contains(&property) => &mut self.names,
                    _ => &mut self.said,
                };
                // Numbers are positions.
                if let Some(text) = value.as_str() {
                    part.push_str(text);
                    part.push('\n');
                }
            }
        }
    }
}
