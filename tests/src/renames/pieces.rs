//! Sources as pieces, which tell names from other text.

use std::ops::Range;

/// A piece of a source.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    /// A name by its number.
    Name(usize),
}

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Variable,
    Local,
    /// A local value with the attribute `a`.
    LocalObject,
    Data,
    /// An iterator with an attribute of its own.
    Iterator,
    /// An iterator that has the name of the block type.
    BlockIterator,
    /// A variable of `for` with a number.
    For,
    /// A variable of `for` with a string.
    Key,
    Function,
    Parameter,
}

/// A name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// A file of a configuration.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) pieces: Vec<Piece>,
}

/// A configuration of several files.
#[derive(Debug)]
pub(super) struct Configuration {
    pub(super) files: Vec<File>,
    pub(super) names: Vec<Name>,
    /// `true` if an expression has the names as values.
    pub(super) has_names_as_values: bool,
}

impl Configuration {
    /// Returns the names of the files with their texts.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        self.renamed(usize::MAX, "")
    }

    /// Returns the names of the files with their texts after renaming a name.
    pub(super) fn renamed(&self, renamed: usize, new: &str) -> Vec<(String, String)> {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Name(name) if *name == renamed => new.to_owned(),
            Piece::Name(name) => self.names[*name].text.clone(),
        };
        let text_of = |file: &File| file.pieces.iter().map(text).collect();
        self.files.iter().map(|file| (file.name.clone(), text_of(file))).collect()
    }

    /// Returns all occurrences of names: the number of the name, the index of the file, and the range in it.
    pub(super) fn occurrences(&self) -> Vec<(usize, usize, Range<usize>)> {
        let mut found = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            let mut start = 0;
            for piece in &file.pieces {
                let end = match piece {
                    Piece::Text(text) => start + text.len(),
                    Piece::Name(name) => {
                        let end = start + self.names[*name].text.len();
                        found.push((*name, index, start..end));
                        end
                    }
                };
                start = end;
            }
        }
        found
    }
}

/// Returns a text as a piece.
pub(super) fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

/// Returns an expression as a string of JSON syntax.
pub(super) fn in_json(expression: Vec<Piece>) -> Vec<Piece> {
    let escaped = |piece: Piece| match piece {
        Piece::Text(text) => {
            let quoted = serde_json::Value::from(text).to_string();
            Piece::Text(quoted[1..quoted.len() - 1].to_owned())
        }
        name @ Piece::Name(_) => name,
    };
    let inside = expression.into_iter().map(escaped);
    [text("\"${")].into_iter().chain(inside).chain([text("}\"")]).collect()
}
