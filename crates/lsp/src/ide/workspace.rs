//! The sources, and snapshots of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use hcldyn_core::Diagnostics;
use hcldyn_core::body::Body;
use hcldyn_core::syntax::{Source, is_json_name, parse_body_by_name};

use super::language::Language;
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
}

/// A source with everything that only depends on its text, computed on first use.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Source,
    pub(super) language: Arc<Language>,
    tree: OnceLock<Tree>,
    body: OnceLock<Body>,
}

impl Workspace {
    /// Creates a workspace without sources.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source, or replaces the one with its name.
    pub fn set(&mut self, source: Source, language: Arc<Language>) {
        let name = source.name().to_owned();
        let (tree, body) = (OnceLock::new(), OnceLock::new());
        let file = File { source, language, tree, body };
        Arc::make_mut(&mut self.files).insert(name, file.into());
    }

    /// Removes a source.
    pub fn remove(&mut self, name: &str) {
        Arc::make_mut(&mut self.files).remove(name);
    }

    /// Returns the present sources.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { files: self.files.clone() }
    }
}

impl Snapshot {
    /// Returns a source by its name.
    pub fn source(&self, file: &str) -> Option<&Source> {
        self.file(file).map(|file| &file.source)
    }

    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name).map(|file| &**file)
    }

    /// Returns all sources in the order of their names.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files.values().map(|file| &file.source)
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
