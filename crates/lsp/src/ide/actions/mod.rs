//! Actions that rewrite a configuration and keep its meaning.

mod differences;
mod edits;
mod expand;
mod extract;
mod fold;
mod heredoc;
mod inline;
mod nodes;
mod pieces;
mod place;

use std::ops::Range;

use hcldyn_syntax::event::Event;
use hcldyn_syntax::source::Span;

use self::edits::applied;
use self::nodes::{NodeId, Nodes};
use super::names::Names;
use super::workspace::File;
use super::{FileEdit, Snapshot};

/// The maximum number of parts of an expression that is moved, and of the references to it.
const MAX_PARTS: usize = 1_000;

/// A change of a configuration that keeps its meaning.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refactoring {
    /// The change as a command, without a full stop.
    pub title: String,
    /// The kind of change.
    pub kind: RefactoringKind,
    /// The edits, or the reason why the change is not possible here.
    pub edits: Result<Vec<FileEdit>, String>,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefactoringKind {
    /// An expression gets a name.
    Extract,
    /// A name is replaced by its expression.
    Inline,
    /// A part gets another form.
    Rewrite,
}

/// A range of a native file without syntax errors.
struct Selected<'s> {
    file: &'s File,
    range: Range<usize>,
    nodes: Nodes,
}

impl Snapshot {
    /// Returns the changes that are offered for a range. None of them shows or writes a sensitive value. A file with syntax
    /// errors, or in JSON syntax, has none.
    pub fn refactorings(&self, file: &str, range: Range<usize>) -> Vec<Refactoring> {
        let Some(selected) = self.file(file).and_then(|file| Selected::of(file, range)) else {
            return Vec::new();
        };
        let actions = [
            extract::extract(self, &selected),
            inline::inline(self, &selected),
            heredoc::rewrite(&selected),
            expand::write_out(self, &selected),
            fold::fold(&selected),
        ];
        actions.into_iter().flatten().collect()
    }
}

impl<'s> Selected<'s> {
    fn of(file: &'s File, range: Range<usize>) -> Option<Self> {
        let is_in_text = file.text().get(range.clone()).is_some();
        if file.is_json() || file.source.is_lossy() || !is_in_text {
            return None;
        }
        let nodes = Nodes::of(file.text());
        (nodes.error_count == 0).then_some(Self { file, range, nodes })
    }

    fn text(&self) -> &'s str {
        self.file.text()
    }

    fn slice(&self, span: Span) -> &'s str {
        self.file.source.slice(span)
    }

    /// Returns `true` if a text for the file has no syntax errors.
    fn is_valid(&self, text: &str) -> bool {
        Nodes::of(text).error_count == 0
    }

    /// Returns `true` if an expression is the key of an object item.
    fn is_key(&self, id: NodeId) -> bool {
        self.nodes.around(id).next().is_some_and(|(node, child)| {
            let position = node.parts.iter().position(|part| *part == child);
            matches!(node.event, Event::Object { .. })
                && position.is_some_and(|position| position.is_multiple_of(2))
        })
    }

    /// Returns the scope of the local name that a variable refers to; `None` for other variables.
    fn local_scope(&self, names: &Names<'_>, variable: Span) -> Option<Span> {
        let name = self.file.source.name();
        let mut references = names.references.iter().filter(|it| {
            it.place.span().start == variable.start && it.place.source().name() == name
        });
        references.find_map(|it| names.definitions[it.definition].scope)
    }

    /// Returns the edit of a range of the file; `None` if it would cause a syntax error.
    fn edit(&self, range: Range<usize>, text: String) -> Option<FileEdit> {
        let edit = FileEdit { file: self.file.source.name().to_owned(), range, text };
        let is_valid = self.is_valid(&applied(self.text(), std::slice::from_ref(&edit)));
        is_valid.then_some(edit)
    }
}

impl Refactoring {
    fn new(title: &str, kind: RefactoringKind, edits: Vec<FileEdit>) -> Self {
        Self { title: title.to_owned(), kind, edits: Ok(edits) }
    }

    fn rejected(title: &str, kind: RefactoringKind, reason: impl Into<String>) -> Self {
        Self { title: title.to_owned(), kind, edits: Err(reason.into()) }
    }
}
