//! The files of a folder and the documents of an editor, as the client knows them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::positions::Texts;

/// The files of a folder and the open documents, by their names.
#[derive(Debug)]
pub(super) struct World {
    folder: PathBuf,
    pub(super) disk: BTreeMap<String, String>,
    pub(super) open: BTreeMap<String, Document>,
}

/// An open document.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) text: String,
    pub(super) version: i32,
    /// The texts before the last edits.
    pub(super) undo: Vec<String>,
}

/// The maximum number of texts to go back to.
const MAX_UNDO: usize = 20;

impl World {
    /// Creates an empty folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder.join("sub"))?;
        Ok(Self { folder: folder.to_owned(), disk: BTreeMap::new(), open: BTreeMap::new() })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(super) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Writes a file, or removes it without a text.
    pub(super) fn write(&mut self, name: &str, text: Option<&str>) -> io::Result<()> {
        match text {
            Some(text) => {
                self.disk.insert(name.to_owned(), text.to_owned());
                fs::write(self.path(name), text)
            }
            None => match self.disk.remove(name) {
                Some(_) => fs::remove_file(self.path(name)),
                None => Ok(()),
            },
        }
    }

    /// Returns the text of a document, or else of a file.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let open = self.open.get(name).map(|document| &*document.text);
        open.or_else(|| self.disk.get(name).map(|text| &**text))
    }

    /// Returns the texts that a server knows.
    pub(super) fn texts(&self) -> Texts {
        let names = self.disk.keys().chain(self.open.keys());
        let texts = names.filter_map(|name| Some((self.uri(name), self.text(name)?.into())));
        texts.collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Document {
    /// Replaces the text, and remembers the one before.
    pub(super) fn edit(&mut self, text: String) {
        self.undo.push(std::mem::replace(&mut self.text, text));
        if self.undo.len() > MAX_UNDO {
            self.undo.remove(0);
        }
        self.version += 1;
    }
}
