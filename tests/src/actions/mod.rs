//! Random configurations after actions of the language server: the decoded value stays the same.

mod items;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use hcldyn::cty::Value;
use hcldyn::syntax::{Source, is_json_name};
use hcldyn::{Decoder, HclDecode};
use hcldyn_lsp::ide::{FileEdit, Language, Refactoring, Snapshot, Workspace};

use crate::random::Random;
use crate::renames::{Compared, Disk, Part, decoder, files};

/// The number of ranges of a configuration for which actions are asked.
const RANGES: usize = 16;

/// The titles of two actions. The second one undoes the first one.
const FOLD: &str = "Fold similar blocks into a dynamic block";
const WRITE_OUT: &str = "Write out the dynamic block";

/// The number of applied actions, and of those that were not possible, by their titles.
#[derive(Debug, Default)]
pub struct Tally(pub BTreeMap<String, (usize, usize)>);

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "read by expressions, and compared as a value")]
struct Config {
    #[hcl(dynamic)]
    data: BTreeMap<String, BTreeMap<String, Disk>>,
    #[hcl(dynamic)]
    result: Vec<Compared>,
    #[hcl(dynamic)]
    named: Vec<Named>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "compared as a value")]
struct Named {
    #[hcl(label)]
    name: String,
    value: Value,
    other: Option<Value>,
    #[hcl(dynamic)]
    part: Vec<Part>,
}

type Files = Vec<(String, String)>;

/// Applies the actions that are offered for some ranges of the configuration of a seed and an index, one at a time. `tamper`
/// may change the edits, as a wrong server would.
///
/// # Errors
///
/// Returns an action after which the value differs, or a configuration that can't be decoded.
pub fn check(
    seed: u64,
    index: u64,
    tally: &mut Tally,
    tamper: impl Fn(&mut Vec<FileEdit>),
) -> Result<(), String> {
    let mut random = Random::new(seed, index);
    let mut files = files(&mut random);
    let native = files.iter_mut().find(|(name, _)| !is_json_name(name));
    match native {
        Some((_, text)) => *text += &items::items(&mut random),
        None => files.push(("w/z.hcl".to_owned(), items::items(&mut random))),
    }
    let value = decoded(&files).map_err(|error| format!("{error}\n{}", shown(&files)))?;
    let case = Case { files, value };
    let snapshot = snapshot(&case.files);
    for _ in 0..RANGES {
        let (file, text) = random.pick(&case.files);
        let range = range(&mut random, &snapshot, file, text.len());
        for action in snapshot.refactorings(file, range.clone()) {
            let (applied, rejected) = tally.0.entry(action.title.clone()).or_default();
            match case.check(&action, &tamper) {
                Ok(true) => *applied += 1,
                Ok(false) => *rejected += 1,
                Err(error) => {
                    let title = action.title;
                    return Err(format!(
                        "{title} at {range:?} of {file}: {error}\n{}",
                        shown(&case.files)
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Returns an offset, or a part of a source around one.
fn range(random: &mut Random, snapshot: &Snapshot, file: &str, length: usize) -> Range<usize> {
    let offset = random.below(length + 1);
    let around = snapshot.selections(file, offset);
    if around.is_empty() || random.percent(40) {
        return offset..offset;
    }
    random.pick(&around[..around.len().min(4)]).clone()
}

/// A configuration with its value.
struct Case {
    files: Files,
    value: Value,
}

impl Case {
    /// Checks an action. Returns `false` if it is not possible.
    fn check(
        &self,
        action: &Refactoring,
        tamper: impl Fn(&mut Vec<FileEdit>),
    ) -> Result<bool, String> {
        let Ok(mut edits) = action.edits.clone() else { return Ok(false) };
        tamper(&mut edits);
        let after = applied(&self.files, &edits);
        self.compare(&after)?;
        if action.title == FOLD {
            let [edit] = &*edits else { return Err("several edits".to_owned()) };
            self.unfold(&after, edit)?;
        }
        Ok(true)
    }

    fn compare(&self, after: &Files) -> Result<(), String> {
        let value = decoded(after).map_err(|error| format!("{error} in {}", shown(after)))?;
        if value == self.value {
            return Ok(());
        }
        Err(format!("another value: {value:?}, not {:?} in {}", self.value, shown(after)))
    }

    /// Writes the `dynamic` block of an edit out again, which leads to the same blocks.
    fn unfold(&self, folded: &Files, edit: &FileEdit) -> Result<(), String> {
        let snapshot = snapshot(folded);
        let at = edit.range.start..edit.range.start;
        let mut actions = snapshot.refactorings(&edit.file, at).into_iter();
        let edits = actions.find(|it| it.title == WRITE_OUT).map(|it| it.edits);
        let edits = edits.ok_or("the block can't be written out")??;
        let after = applied(folded, &edits);
        let before = self.files.iter().map(|(_, text)| text.matches("dynamic \"").count());
        let count: usize = after.iter().map(|(_, text)| text.matches("dynamic \"").count()).sum();
        if count > before.sum() {
            return Err(format!("a dynamic block stays in {}", shown(&after)));
        }
        self.compare(&after)
    }
}

fn language() -> Language {
    Language::of_type::<Config>(decoder().folder("w"))
}

fn snapshot(files: &Files) -> Snapshot {
    let language = Arc::new(language());
    let mut workspace = Workspace::new();
    for (name, text) in files {
        workspace.set(Source::new(name, text), language.clone());
    }
    workspace.snapshot()
}

/// Decodes files. Only the values of blocks that expressions can't refer to are compared.
fn decoded(files: &Files) -> Result<Value, String> {
    let with = |decoder: Decoder, (name, text): &(String, String)| decoder.text(name, text);
    let decoder = files.iter().fold(decoder(), with);
    let loaded = decoder.decode::<Config>().map_err(|error| error.to_string())?;
    let part = |name| loaded.decoded_value().get(name).cloned().unwrap_or_else(Value::dynamic);
    Ok(Value::tuple(vec![part("result"), part("named")]))
}

fn applied(files: &Files, edits: &[FileEdit]) -> Files {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut after = files.clone();
    for edit in edits.into_iter().rev() {
        for (_, text) in after.iter_mut().filter(|(name, _)| *name == edit.file) {
            text.replace_range(edit.range.clone(), &edit.text);
        }
    }
    after
}

fn shown(files: &Files) -> String {
    files.iter().map(|(name, text)| format!("--- {name}\n{text}")).collect()
}

/// Changes the first digit in the text of each edit, as a wrong server would.
pub fn sabotage(edits: &mut [FileEdit]) {
    for edit in edits {
        if let Some(at) = edit.text.find(|c: char| c.is_ascii_digit()) {
            let digit = if edit.text[at..].starts_with('9') { "8" } else { "9" };
            edit.text.replace_range(at..=at, digit);
        }
    }
}
