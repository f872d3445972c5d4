//! `spec`: the spec of a configuration as a file, and its differences to another one.

use std::fmt::Write as _;

use clap::ValueEnum;
use hcldyn_core::Diagnostics;
use hcldyn_core::edit::convert::to_json;
use hcldyn_core::internal::Json;
use hcldyn_core::spec::language::WrittenSpec;
use hcldyn_core::spec::outline::{ChangeEffect, Outline, OutlineChange};
use hcldyn_core::syntax::Source;

use super::apart::apart;
use super::check::counted;
use super::{FAILURE, Streams};

/// The exit code when a difference is breaking.
const BREAKS: u8 = 1;

/// The arguments of `config spec write`, which prints a spec as a spec file.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SpecWriteArgs {
    /// The syntax of the result.
    #[arg(
        id = "hcldyn.to",
        long = "to",
        value_enum,
        value_name = "SYNTAX",
        default_value = "native"
    )]
    to: Syntax,
}

/// A syntax of HCL, as a value of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Hash)]
pub enum Syntax {
    /// The native syntax.
    Native,
    /// The JSON syntax.
    Json,
}

/// The arguments of `config spec diff`, which prints the differences between two specs.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SpecDiffArgs {
    /// The format of the result.
    #[arg(
        id = "hcldyn.format",
        long = "format",
        value_enum,
        value_name = "FORMAT",
        default_value = "text"
    )]
    format: DiffFormat,
}

/// The format of differences.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum DiffFormat {
    Text,
    Json,
    /// A migrations file with the steps that the differences suggest.
    Migrations,
}

impl SpecWriteArgs {
    /// Prints a written spec, and lists on standard error the parts that it does not contain. Returns the exit code.
    pub fn run(&self, written: WrittenSpec, streams: &mut Streams<'_>) -> u8 {
        for loss in &written.losses {
            streams.complain(&format!("not written: {loss}\n"));
        }
        streams.printed(|_, diags| self.text(written.text, diags))
    }

    fn text(&self, text: String, diags: &mut Diagnostics) -> Option<String> {
        match self.to {
            Syntax::Native => Some(text),
            Syntax::Json => to_json(&Source::new("spec", text), diags),
        }
    }
}

impl SpecDiffArgs {
    /// Prints the differences between two specs, and which of them break configurations. Returns the exit code: 0 without
    /// such a difference, 1 with one, or [`FAILURE`] if they can't be printed.
    pub fn run(&self, old: &Outline, new: &Outline, streams: &mut Streams<'_>) -> u8 {
        let changes = old.changes(new);
        let is_breaking = |change: &&OutlineChange| change.effect == ChangeEffect::Breaking;
        let breaking = changes.iter().filter(is_breaking).count();
        let text = match self.format {
            DiffFormat::Text => lines(&changes, breaking),
            DiffFormat::Json => json(&changes, breaking).text(),
            DiffFormat::Migrations => old.migrations(new).to_hcl(),
        };
        match streams.print(text).break_value() {
            Some(_) => FAILURE,
            None if breaking > 0 => BREAKS,
            None => 0,
        }
    }
}

/// Returns each difference on its own line, and a summary.
fn lines(changes: &[OutlineChange], breaking: usize) -> String {
    let mut text = String::new();
    for change in changes {
        // Writing to a string never fails.
        let _ = writeln!(text, "{change}");
    }
    let _ = writeln!(text, "{}, {breaking} breaking", counted(changes.len(), "difference"));
    text
}

fn json(changes: &[OutlineChange], breaking: usize) -> Json {
    let property = |name: &str, value: Json| (name.to_owned(), value);
    let string = |text: &str| Json::String(text.to_owned());
    let optional = |text: &Option<String>| {
        text.as_deref().map_or_else(|| Json::Word("null".to_owned()), string)
    };
    let changes = changes.iter().map(|change| {
        Json::Object(vec![
            property("effect", string(change.effect.name())),
            property("path", string(&change.path)),
            property("property", string(change.property)),
            property("old", optional(&change.old)),
            property("new", optional(&change.new)),
        ])
    });
    Json::Object(vec![
        property("breaking", Json::Word(breaking.to_string())),
        property("changes", Json::Array(changes.collect())),
    ])
}
