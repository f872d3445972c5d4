//! The sources, and snapshots of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use hcldyn_core::body::Body;
use hcldyn_core::syntax::{Source, is_json_name, parse_body_by_name};
use hcldyn_core::{Cancellation, Diagnostics};

use super::language::Language;
use super::names::FileNames;
use super::tree::Tree;

/// The sources of a server, by their names, which are paths.
#[derive(Debug, Default)]
pub struct Workspace {
    files: Arc<BTreeMap<String, Arc<File>>>,
}

/// The sources at one time.
#[derive(Clone, Debug)]
pub struct Snapshot {
    files: Arc<BTreeMap<String, Arc<File>>>,
    /// The flag that ends evaluations for an answer that is not needed any more.
    pub(super) cancellation: Cancellation,
}

/// A source with everything that only depends on its text, computed on first use.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Source,
    pub(super) language: Arc<Language>,
    tree: OnceLock<Tree>,
    body: OnceLock<Body>,
    names: OnceLock<FileNames>,
    /// `true` if the text may differ from that of the file.
    is_open: bool,
}

impl Workspace {
    /// Creates a workspace without sources.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source that an editor has opened, or replaces the one with its name.
    pub fn set(&mut self, source: Source, language: Arc<Language>) {
        self.add(File::new(source, language, true));
    }

    /// Adds a source with the text of its file, or replaces the one with its name.
    pub fn set_saved(&mut self, source: Source, language: Arc<Language>) {
        self.add(File::new(source, language, false));
    }

    fn add(&mut self, file: File) {
        let name = file.source.name().to_owned();
        Arc::make_mut(&mut self.files).insert(name, file.into());
    }

    /// Removes a source.
    pub fn remove(&mut self, name: &str) {
        Arc::make_mut(&mut self.files).remove(name);
    }

    /// Returns the present sources.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { files: self.files.clone(), cancellation: Cancellation::new() }
    }
}

impl Snapshot {
    /// Returns the snapshot with a flag that ends the evaluations for its answers, which are not complete then.
    #[must_use]
    pub fn cancelled_by(self, cancellation: &Cancellation) -> Self {
        Self { cancellation: cancellation.clone(), ..self }
    }

    /// Returns a source by its name.
    pub fn source(&self, file: &str) -> Option<&Source> {
        self.file(file).map(|file| &file.source)
    }

    /// Returns all sources, in the order of their names.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files().map(|file| &file.source)
    }

    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name).map(|file| &**file)
    }

    /// Returns the sources that an editor has opened.
    pub(super) fn open_sources(&self) -> Vec<Source> {
        self.files().filter(|file| file.is_open).map(|file| file.source.clone()).collect()
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.values().map(|file| &**file)
    }

    /// Returns the files of the folder of a file, which is one of them.
    pub(super) fn neighbors<'s>(&'s self, of: &'s File) -> impl Iterator<Item = &'s File> {
        self.files().filter(|file| file.folder() == of.folder())
    }
}

impl File {
    fn new(source: Source, language: Arc<Language>, is_open: bool) -> Self {
        let (tree, body, names) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { source, language, tree, body, names, is_open }
    }

    pub(super) fn names(&self) -> &FileNames {
        self.names.get_or_init(|| FileNames::of(self))
    }

    /// Returns the path of the folder.
    fn folder(&self) -> &Path {
        Path::new(self.source.name()).parent().unwrap_or(Path::new(""))
    }

    /// Returns the items in either syntax.
    pub(super) fn body(&self) -> &Body {
        self.body.get_or_init(|| parse_body_by_name(&self.source, &mut Diagnostics::new()))
    }

    pub(super) fn text(&self) -> &str {
        self.source.text()
    }

    pub(super) fn is_json(&self) -> bool {
        is_json_name(self.source.name())
    }

    /// Returns the parts and items of a source in native syntax. A source in JSON syntax has none.
    pub(super) fn tree(&self) -> &Tree {
        let text = if self.is_json() { "" } else { self.text() };
        self.tree.get_or_init(|| Tree::of(text))
    }
}
