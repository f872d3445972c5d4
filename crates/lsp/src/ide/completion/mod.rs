//! Completion: the names and values that can be written at an offset.

mod expected;
mod items;
mod json;
mod names;
mod order;
mod references;
mod resolve;
mod snippet;
mod types;
mod values;

use std::ops::Range;

use self::order::Order;
pub use self::resolve::CompletionDocs;
use self::resolve::Docs;
use super::Snapshot;
use super::cursor::{Cursor, Notation, Place};
use super::outline::Scope;
use super::workspace::File;

/// A name or a value that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The name.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// The range to replace, which contains the cursor.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
    /// The new text with places to fill in, as `${1:name}`, if there are any.
    pub snippet: Option<String>,
    /// The type of an attribute, in a few words; empty for other completions, until they are described.
    pub detail: String,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl CompletionKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Attribute, Self::Block, Self::Keyword, Self::Variable, Self::Function];
}

impl Snapshot {
    /// Returns what can be written at an offset, the most likely first. It does not depend on the typed characters: an
    /// editor selects by them. The source can be broken. [`completion_docs`](Self::completion_docs) describes one of them.
    pub fn completions(&self, file: &str, offset: usize) -> Vec<Completion> {
        let Some(file) = self.file(file) else { return Vec::new() };
        let site = Site::new(self, file, offset);
        candidates(&site).into_iter().map(|candidate| candidate.completion).collect()
    }
}

/// Returns the completions at a place in their order.
fn candidates<'s>(site: &Site<'s>) -> Vec<Candidate<'s>> {
    let mut candidates = match &site.cursor.place {
        Place::Item => items::items(site),
        Place::Label(header) => items::labels(site, header),
        Place::Value(place) => values::values(site, place),
        Place::Other => Vec::new(),
    };
    candidates.sort_by(|a, b| a.order().cmp(&b.order()));
    candidates.dedup_by(|a, b| {
        let key = |it: &Candidate<'_>| (it.completion.label.clone(), it.completion.kind);
        key(a) == key(b)
    });
    candidates
}

/// A completion with its order and its documentation.
struct Candidate<'s> {
    completion: Completion,
    order: Order,
    docs: Docs<'s>,
}

impl Candidate<'_> {
    fn order(&self) -> (Order, &str) {
        (self.order, &self.completion.label)
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
        let cursor = Cursor::of(file, offset);
        let outline = file.language.outline.as_ref();
        let scope = outline.and_then(|outline| Scope::inside(outline, &cursor.blocks));
        Self { snapshot, file, cursor, scope }
    }

    fn candidate(
        &self,
        label: impl Into<String>,
        kind: CompletionKind,
        order: Order,
    ) -> Candidate<'s> {
        let label = label.into();
        let (text, range) = (label.clone(), self.cursor.word.clone());
        let completion =
            Completion { text, label, kind, range, snippet: None, detail: String::new() };
        Candidate { completion, order, docs: Docs::None }
    }

    /// Returns the source text before the word at the cursor.
    fn before(&self) -> &'s str {
        &self.file.text()[..self.cursor.word.start]
    }

    /// Returns the source text after the word at the cursor.
    fn after(&self) -> &'s str {
        &self.file.text()[self.cursor.word.end..]
    }

    fn is_json(&self) -> bool {
        self.cursor.notation != Notation::Native
    }

    /// Returns a string as it is written in an expression.
    fn quoted(&self, text: &str) -> String {
        let quote = match self.cursor.notation {
            Notation::JsonTemplate => "\\\"",
            Notation::Native | Notation::Json | Notation::JsonString => "\"",
        };
        format!("{quote}{text}{quote}")
    }
}

/// Returns literal text in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}
