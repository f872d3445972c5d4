//! Completion: the names and values that can be written at an offset.

mod items;
mod references;
mod values;

use std::ops::Range;

use super::Snapshot;
use super::cursor::{Cursor, Place};
use super::outline::Scope;
use super::workspace::File;

/// A name or a value that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// The range to replace, which ends at the cursor or after it.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
    /// The new text with places to fill in, as `${1:name}`, if there are any.
    pub snippet: Option<String>,
    /// The type, in a few words.
    pub detail: String,
    /// The description in Markdown.
    pub markdown: String,
    /// The position among the others; those of one rank are sorted by name.
    pub rank: u8,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// An attribute, or a key of an object.
    Attribute,
    /// A block type.
    Block,
    /// A label, or a keyword of an enum.
    Keyword,
    /// A variable, or a part of one.
    Variable,
    /// A function.
    Function,
}

impl Snapshot {
    /// Returns what can be written at an offset, sorted by rank and name. It does not depend on the typed characters: an
    /// editor selects by them. The source can be broken.
    pub fn completions(&self, file: &str, offset: usize) -> Vec<Completion> {
        let Some(file) = self.file(file).filter(|file| !file.is_json()) else { return Vec::new() };
        let site = Site::new(self, file, offset);
        let mut completions = match &site.cursor.place {
            Place::Item => items::items(&site),
            Place::Label(header) => items::labels(&site, header),
            Place::Value(place) => values::values(&site, place),
            Place::Other => Vec::new(),
        };
        completions.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
        completions.dedup_by(|a, b| a.label == b.label && a.kind == b.kind);
        completions
    }
}

/// A place to complete at.
struct Site<'s> {
    snapshot: &'s Snapshot,
    file: &'s File,
    cursor: Cursor<'s>,
    /// The items that the spec describes; `None` without a spec, or where it describes none.
    scope: Option<Scope<'s>>,
}

impl<'s> Site<'s> {
    fn new(snapshot: &'s Snapshot, file: &'s File, offset: usize) -> Self {
        let cursor = Cursor::at(file.text(), offset);
        let outline = file.language.outline.as_ref();
        let scope = outline.and_then(|outline| Scope::inside(outline, &cursor.blocks));
        Self { snapshot, file, cursor, scope }
    }

    fn completion(&self, label: impl Into<String>, kind: CompletionKind, rank: u8) -> Completion {
        let label = label.into();
        Completion {
            text: label.clone(),
            label,
            kind,
            range: self.cursor.word.clone(),
            snippet: None,
            detail: String::new(),
            markdown: String::new(),
            rank,
        }
    }

    /// Returns the source text before the word at the cursor.
    fn before(&self) -> &'s str {
        &self.file.text()[..self.cursor.word.start]
    }

    /// Returns the source text after the word at the cursor.
    fn after(&self) -> &'s str {
        &self.file.text()[self.cursor.word.end..]
    }
}

/// Returns literal text in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}
