//! `hcldyn vars`: the variables that a configuration refers to.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use hcldyn::body::Body;
use hcldyn::cli::{Streams, json};
use hcldyn::ext::dynblock::{WalkedBody, walk_expand_variables, walk_variables};
use hcldyn::{Diagnostics, EvalContext, Traversal, spec};
use serde::Serialize;

use crate::functions::EffectsArg;
use crate::input;
use crate::references::VariableReference;
use crate::spec::{Decoding, Dynamic};
use crate::variables::VariablesArg;

#[derive(Debug, clap::Args)]
pub(crate) struct VarsArgs {
    /// A spec file: lists only the variables needed to decode by it. The default is all references.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    vars: VariablesArg,
    #[command(flatten)]
    effects: EffectsArg,
    /// The format of the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Files and directories, as for decode; "-" reads standard input.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Readable lines.
    Text,
    /// One JSON object, with the values given by --vars and --var.
    Json,
}

/// The variables of a configuration.
#[derive(Serialize)]
struct FoundVariables<V> {
    /// The variables needed to expand `dynamic` blocks.
    expansion: Vec<V>,
    all: Vec<V>,
}

/// Returns the variables as text.
pub(crate) fn vars(
    options: &VarsArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let (found, ctx) = match &options.spec {
        Some(spec) => {
            let (vars, effects) = (&options.vars, &options.effects);
            let decoding = Decoding::read(spec, vars, effects, Dynamic::Expanded, streams, diags)?;
            let body = input::body(&options.paths, streams, diags);
            (FoundVariables::by_spec(&body, &decoding.spec), decoding.ctx)
        }
        None => {
            let ctx = options.vars.context(&options.effects, streams, diags)?;
            (FoundVariables::without_spec(&input::body(&options.paths, streams, diags)), ctx)
        }
    };
    Some(match options.format {
        Format::Text => found.text(),
        Format::Json => json::text(&found.json(&ctx)),
    })
}

impl FoundVariables<Traversal> {
    fn by_spec(body: &Body, spec: &spec::Spec) -> Self {
        Self { expansion: spec::expand_variables(body, spec), all: spec::variables(body, spec) }
    }

    fn without_spec(body: &Body) -> Self {
        let (mut expansion, mut all) = (Vec::new(), Vec::new());
        collect(&walk_expand_variables(body), &mut expansion);
        collect(&walk_variables(body), &mut all);
        Self { expansion, all }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        section(&mut text, "needed to expand dynamic blocks", &self.expansion);
        section(&mut text, "referred to", &self.all);
        text
    }

    fn json(&self, ctx: &EvalContext) -> FoundVariables<VariableReference> {
        let json = |variables: &[Traversal]| {
            variables.iter().map(|variable| VariableReference::new(variable, ctx)).collect()
        };
        FoundVariables { expansion: json(&self.expansion), all: json(&self.all) }
    }
}

fn collect(walked: &WalkedBody, found: &mut Vec<Traversal>) {
    let visited = walked.visit_all();
    found.extend(visited.variables);
    for child in &visited.children {
        collect(child, found);
    }
}

/// Adds a section with the variables in a column, and their locations after them.
fn section(text: &mut String, title: &str, variables: &[Traversal]) {
    let names: Vec<_> = variables.iter().map(ToString::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let none = if names.is_empty() { " nothing" } else { "" };
    // Writing to a string never fails.
    let _ = writeln!(text, "{title}:{none}");
    for (name, variable) in names.iter().zip(variables) {
        let _ = writeln!(text, "  {name:width$}  {}", variable.place());
    }
}
