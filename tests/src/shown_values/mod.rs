//! The values that a language server shows, for random configurations: descriptions are compared with `hcldyn eval`, and
//! hints with `hcldyn expand`. [`compare`] does the same for files.

mod blocks;
mod files;

use std::ffi::OsString;

use hcldyn::body::{Attribute, Body};
use hcldyn::cty::Value;
use hcldyn::cty::json::to_json;
use hcldyn::syntax::{Source, parse_json_values};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, ext, functions, parse_body};
use hcldyn_cli::{Streams, run as run_command};
use hcldyn_lsp::ide::{HintKind, HintKinds, Language, Snapshot, Workspace};

pub use self::files::{FileComparison, compare};
use crate::random::Random;
use crate::type_checks::{configuration, random_variables};

const FILE: &str = "a.hcl";

/// The size of values that are shown in full.
const SHOWN: (usize, usize) = (1_000, 30);

/// The maximum number of evaluations of one description.
const ATTEMPTS: usize = 20;

/// Any configuration.
#[derive(HclDecode)]
struct Anything {}

/// The result of one case.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The number of values that were compared.
    pub values: usize,
    /// The number of `dynamic` blocks that were compared.
    pub blocks: usize,
    /// The disagreements.
    pub differences: Vec<String>,
}

/// Compares what is shown of a random configuration.
pub fn run(seed: u64, index: u64) -> Comparison {
    let mut random = Random::new(seed, index);
    let text = configuration(&mut random);
    let variables = Value::object(random_variables(&mut random));
    let Ok(json) = to_json(&variables, &variables.ty()) else { return Comparison::default() };
    let mut diags = Diagnostics::new();
    // The values as the command reads them.
    let values = parse_json_values(&Source::new("values", &*json), &mut diags);
    let mut ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    for Attribute { name, expr, .. } in values.just_attributes(&mut diags) {
        ctx.set_variable(name, expr.value(&EvalContext::new(), &mut diags));
    }
    let source = Source::new(FILE, &*text);
    let body = parse_body(&source, &mut diags);
    let mut workspace = Workspace::new();
    let language = Language::of_type::<Anything>(Decoder::new().context(ctx));
    workspace.set(source, language.into());
    let mut case =
        Case { text: &text, json, snapshot: workspace.snapshot(), found: Comparison::default() };
    case.descriptions(&body);
    case.hints(&body);
    case.found
}

struct Case<'t> {
    text: &'t str,
    json: String,
    snapshot: Snapshot,
    found: Comparison,
}

impl Case<'_> {
    /// Compares the descriptions of the attributes with the command `eval`.
    fn descriptions(&mut self, body: &Body) {
        for attribute in body.everything().attributes {
            let start = attribute.name_place().span().range().start;
            let hover = description(&self.snapshot, FILE, start);
            let is_literal = attribute.expr.as_literal().is_some();
            let evaluated = self.command(&["eval", attribute.expr.text()]);
            let is_same = match &evaluated {
                None => hover.is_empty(),
                Some(_) if is_literal => true,
                Some(value) if value.len() > SHOWN.0 || value.lines().count() > SHOWN.1 => true,
                Some(value) => {
                    let value = value.trim_end();
                    // A list or an object of literals needs no description.
                    let is_shown = hover.contains(&format!("`{value}` ("));
                    is_shown
                        || hover.contains(&format!("hcl\n{value}\n`"))
                        || hover.is_empty() && is_constant(attribute.expr.text())
                }
            };
            self.found.values += 1;
            if !is_same {
                let expr = attribute.expr.text();
                self.differ(&format!("{expr}\nhas the value {evaluated:?}\nand shows {hover}"));
            }
        }
    }

    /// Compares the hints of `dynamic` blocks and their attributes with the command `expand`.
    fn hints(&mut self, body: &Body) {
        if body.everything().blocks.is_empty() {
            return;
        }
        let file = std::env::temp_dir().join(format!("hcldyn-values-{}.hcl", std::process::id()));
        if std::fs::write(&file, self.text).is_err() {
            return;
        }
        let expanded = self.command(&["expand", &file.display().to_string()]);
        let Some(expanded) = expanded.filter(|it| !it.contains("dynamic")) else { return };
        let count = expanded.lines().filter(|line| line.starts_with("rule {")).count();
        let hints = self.snapshot.hints(FILE, 0..self.text.len(), HintKinds::default());
        let blocks = hints.iter().find(|hint| hint.kind == HintKind::Blocks);
        let blocks = blocks.map(|hint| hint.text.trim().to_owned()).unwrap_or_default();
        let wanted = match count {
            0 => "no blocks".to_owned(),
            1 => "1 block: ".to_owned(),
            count => format!("{count} blocks: "),
        };
        self.found.blocks += 1;
        if !blocks.starts_with(&wanted) {
            self.differ(&format!("{}\nexpands to\n{expanded}\nand shows {blocks}", self.text));
        }
    }

    /// Returns the output of the command with the variables, or `None` if it fails.
    fn command(&self, args: &[&str]) -> Option<String> {
        output(&[args, &["--vars", &*self.json]].concat())
    }

    fn differ(&mut self, text: &str) {
        self.found.differences.push(format!("with {}:\n{text}", self.json));
    }
}

/// Returns the description at an offset. On a machine with other work, an evaluation may exceed its time, and is repeated.
fn description(snapshot: &Snapshot, file: &str, offset: usize) -> String {
    let hover = || snapshot.hover(file, offset).map(|it| it.markdown).unwrap_or_default();
    let is_finished = |it: &String| !it.contains("not evaluated within");
    (0..ATTEMPTS).map(|_| hover()).find(is_finished).unwrap_or_else(hover)
}

/// Returns the output of the command, or `None` if it fails.
fn output(args: &[&str]) -> Option<String> {
    let args = ["hcldyn"].iter().chain(args).map(OsString::from);
    let mut output = Vec::new();
    let code = run_command(args, &mut Streams::new(&[][..], &mut output, std::io::sink()));
    String::from_utf8(output).ok().filter(|_| code == 0)
}

/// Returns `true` for an expression without variables, calls and operators.
fn is_constant(text: &str) -> bool {
    let outside = text.split('"').step_by(2);
    let has_name = |it: &str| it.contains(|c: char| c.is_alphabetic());
    let words = ["true", "false", "null"];
    !outside.into_iter().any(|it| {
        let names = it.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.into_iter().any(|name| has_name(name) && !words.contains(&name) && !is_key(it, name))
    }) && !text.contains("${")
}

fn is_key(text: &str, name: &str) -> bool {
    text.contains(&format!("{name} ="))
}
