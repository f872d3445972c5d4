//! Random configurations with a renamed name: the decoded value stays the same, or the renaming was rejected and would have
//! changed it.
//!
//! The generator knows what each name refers to. The edits of a renaming must be those at all uses of the name and nowhere
//! else.

mod configuration;
mod expressions;
mod pieces;

use std::collections::BTreeMap;
use std::sync::Arc;

use hcldyn::cty::Value;
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};
use hcldyn_lsp::ide::{FileEdit, Language, Workspace};
use hcldyn_syntax::lexer::is_name;

use self::configuration::configuration;
use self::expressions::TEXTS;
use self::pieces::{Configuration, Kind};
use crate::random::Random;

/// Further new names. Most are words of the language, or invalid.
const NEW: [&str; 14] = [
    "fresh", "fresh", "fresh-1", "ünï", "true", "null", "for", "in", "if", "else", "1x", "", "a b",
    "${x}",
];

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The name was changed, and the value is the same.
    Renamed,
    /// The renaming was rejected, and would have changed the value, or the new name is invalid.
    Rejected,
    /// The name has another role, too, so that it can't be renamed.
    Fixed,
    /// The names are values, so that a renaming may be rejected.
    AsValues,
    /// The renaming was rejected, and would only have changed the meaning of parts without an effect on the value, such as
    /// the other branch of a conditional.
    WithoutEffect,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "read by expressions")]
struct Config {
    #[hcl(dynamic)]
    data: BTreeMap<String, BTreeMap<String, Disk>>,
    #[hcl(dynamic)]
    result: Vec<Compared>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "read by expressions")]
pub(crate) struct Disk {
    size: Value,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "compared as a value")]
pub(crate) struct Compared {
    value: Value,
    #[hcl(dynamic)]
    part: Vec<Part>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "compared as a value")]
pub(crate) struct Part {
    value: Value,
}

/// Renames a name in the configuration of a seed and an index. `tamper` may change the edits, as a wrong server would.
///
/// # Errors
///
/// Returns a wrong renaming, or a configuration that can't be decoded.
pub fn check(
    seed: u64,
    index: u64,
    tamper: impl Fn(&mut Vec<FileEdit>),
) -> Result<Outcome, String> {
    let mut random = Random::new(seed, index);
    let configuration = configuration(&mut random);
    let before = configuration.texts();
    let shown = |texts: &[(String, String)]| {
        texts.iter().map(|(name, text)| format!("--- {name}\n{text}")).collect::<String>()
    };
    let value = decoded(&before).map_err(|error| format!("{error}\n{}", shown(&before)))?;
    let occurrences = configuration.occurrences();
    let (name, file, range) = random.pick(&occurrences).clone();
    let offset = range.start + random.below(range.len() + 1);
    let is_boundary = before[file].1.is_char_boundary(offset);
    let offset = if is_boundary { offset } else { range.start };
    let new = new_name(&mut random, &configuration, name);
    let case = Case { configuration: &configuration, before: &before, name, new: &new, value };
    let snapshot = case.workspace().snapshot();
    let prepared = snapshot.renamed_range(&before[file].0, offset);
    let mut edits = snapshot.rename(&before[file].0, offset, &new);
    if let Ok(edits) = &mut edits {
        tamper(edits);
    }
    let outcome = match edits {
        Ok(_) if prepared != Some(range.clone()) => Err(format!("the range is {prepared:?}")),
        Ok(edits) => case.renamed(edits),
        Err(message) => case.rejected(&message),
    };
    outcome.map_err(|error| {
        let (name, file) = (&configuration.names[name], &before[file].0);
        format!("{name:?} at {range:?} of {file} to {new:?}: {error}\n{}", shown(&before))
    })
}

/// Returns another name for a name.
fn new_name(random: &mut Random, configuration: &Configuration, name: usize) -> String {
    let new = match random.below(4) {
        0 => (*random.pick(&NEW)).to_owned(),
        1 => random.pick(&configuration.names).text.clone(),
        2 => (*random.pick(&TEXTS)).to_owned(),
        _ => "fresh".to_owned(),
    };
    let is_other = new != configuration.names[name].text;
    if is_other { new } else { "fresh".to_owned() }
}

/// Returns the names of random files of a configuration, with their texts.
pub(crate) fn files(random: &mut Random) -> Vec<(String, String)> {
    configuration(random).texts()
}

/// Returns the decoder of the configurations.
pub(crate) fn decoder() -> Decoder {
    let library = EvalContext::new().with_functions(functions::all());
    Decoder::new().context(library).inputs(Inputs::new()).functions("function").references("data")
}

/// Decodes files. Names have no effect on the result.
fn decoded(files: &[(String, String)]) -> Result<Value, String> {
    let decoder = files.iter().fold(decoder(), |decoder, (name, text)| decoder.text(name, text));
    let loaded = decoder.decode::<Config>().map_err(|error| error.to_string())?;
    Ok(loaded.decoded_value().get("result").cloned().unwrap_or_else(Value::dynamic))
}

/// A renaming.
struct Case<'a> {
    configuration: &'a Configuration,
    before: &'a [(String, String)],
    name: usize,
    new: &'a str,
    value: Value,
}

impl Case<'_> {
    fn workspace(&self) -> Workspace {
        let language = Arc::new(Language::of_type::<Config>(decoder().folder("w")));
        let mut workspace = Workspace::new();
        for (name, text) in self.before {
            workspace.set(Source::new(name, text), language.clone());
        }
        workspace
    }

    /// Checks the edits of a renaming.
    fn renamed(&self, mut edits: Vec<FileEdit>) -> Result<Outcome, String> {
        edits.sort_by_key(|edit| (edit.file.clone(), edit.range.start));
        let mut after = self.before.to_vec();
        for edit in edits.iter().rev() {
            let file = after.iter_mut().find(|(name, _)| *name == edit.file);
            let (_, text) = file.ok_or_else(|| format!("an edit of {}", edit.file))?;
            text.replace_range(edit.range.clone(), &edit.text);
        }
        if after != self.configuration.renamed(self.name, self.new) {
            return Err(format!("other uses of the name: {after:#?}"));
        }
        let value = decoded(&after).map_err(|error| format!("{error} in {after:#?}"))?;
        if value == self.value {
            return Ok(Outcome::Renamed);
        }
        Err(format!("another value: {value:?}, not {:?}", self.value))
    }

    /// Checks that a renaming would have changed the value.
    fn rejected(&self, message: &str) -> Result<Outcome, String> {
        if self.configuration.names[self.name].kind == Kind::BlockIterator {
            return Ok(Outcome::Fixed);
        }
        let value = decoded(&self.configuration.renamed(self.name, self.new));
        let is_valid = is_name(self.new) && !["true", "false", "null"].contains(&self.new);
        if !is_valid || value.ok().as_ref() != Some(&self.value) {
            return Ok(Outcome::Rejected);
        }
        if self.configuration.has_names_as_values {
            return Ok(Outcome::AsValues);
        }
        if !NEW.contains(&self.new) {
            return Ok(Outcome::WithoutEffect);
        }
        Err(format!("rejected without a reason: {message}"))
    }
}
