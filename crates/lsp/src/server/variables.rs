//! The files with values for variables: the one beside a document, those of the settings, and those that the user chose.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::walk::MAX_FILE;
use crate::ide::GivenValues;
use crate::proto::FolderSettings;
use hcldyn_core::Diagnostics;
use hcldyn_core::syntax::{Source, read_file_within};

/// The endings of the names of files with values.
const ENDINGS: [&str; 3] = [".vars.hcl", ".vars.json", ".vars.hcl.json"];

/// The maximum number of entries of a folder among which files with values are looked for.
const MAX_ENTRIES: usize = 10_000;

/// Returns the values for the configurations of documents, those with precedence last: of the only file with values in a
/// folder, of the settings, and of the files that the user chose. Adds a message for each file that can't be read. `open`
/// has the text of documents.
pub(super) fn read(
    documents: &BTreeSet<PathBuf>,
    settings: &[FolderSettings],
    chosen: &[String],
    open: impl Fn(&str) -> Option<Source>,
    messages: &mut Vec<String>,
) -> Vec<GivenValues> {
    let mut read = |path: &Path| {
        let name = path.display().to_string();
        let source = open(&name);
        let source = source.or_else(|| read_file_within(path, MAX_FILE, &mut Diagnostics::new()));
        if source.is_none() {
            messages.push(format!("The values for variables in {name} can't be read."));
        }
        source
    };
    let beside = documents.iter().filter_map(|folder| {
        let source = read(&values_in(folder)?)?;
        let folder = folder.display().to_string();
        Some(GivenValues { folder, is_deep: false, sources: vec![source] })
    });
    let mut given: Vec<_> = beside.collect();
    for settings in settings.iter().filter(|it| !it.variables.is_empty()) {
        let folder = Path::new(&settings.folder);
        let sources = settings.variables.iter().filter_map(|path| read(&folder.join(path)));
        let sources = sources.collect();
        given.push(GivenValues { folder: settings.folder.clone(), is_deep: true, sources });
    }
    if !chosen.is_empty() {
        let sources = chosen.iter().filter_map(|path| read(Path::new(path))).collect();
        given.push(GivenValues { folder: String::new(), is_deep: true, sources });
    }
    given
}

/// Returns the file with values in a folder. If there are several, they are alternatives, and none is taken.
fn values_in(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten().take(MAX_ENTRIES);
    let mut files = entries.map(|entry| entry.path()).filter(|path| is_of_values(path));
    let first = files.next()?;
    files.next().is_none().then_some(first)
}

/// Returns `true` for the name of a file with values.
pub(super) fn is_of_values(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}
