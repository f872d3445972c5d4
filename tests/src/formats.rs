//! Compares layouts with the reference. `go run . generate-formats` in `tests/peer` writes one source on each
//! line.

#![allow(
    clippy::unwrap_used,
    reason = "a case that does not have the notation stops the comparison"
)]

#[path = "../../hcldyn-syntax/tests/suite/shape.rs"]
mod shape;

use hcldyn::format::format;
use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};
use serde_json::Value as Json;

use self::shape::{Shape, without_spaces};

/// A source with the reference's layout and ours.
#[derive(Debug)]
pub struct Case {
    /// The source.
    pub text: String,
    /// The reference's layout.
    pub expected: String,
    /// Our layout.
    pub found: String,
}

/// A difference that must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// The layouts differ.
    Layout,
    /// The layout changes the parsed tree.
    Tree,
    /// The layout of the layout differs from the layout.
    Again,
}

impl Case {
    /// Reads a case and formats its source.
    pub fn answer(json: &Json) -> Self {
        let text = json["text"].as_str().unwrap().to_owned();
        let expected = json["formatted"].as_str().unwrap().to_owned();
        let found = format(&text);
        Self { text, expected, found }
    }

    /// Returns the reason for a layout that is meant to differ, see `DIFFERENCES.md`.
    pub fn reason(&self) -> Option<&'static str> {
        let rest = |layout: &str| without_heredocs(layout).trim_end_matches(' ').to_owned();
        match () {
            () if self.found == self.expected => None,
            () if self.text.starts_with('\u{feff}') => Some("a byte order mark is kept"),
            () if has_number_apart(&self.found) => Some("numbers around a dot stay apart"),
            () if has_break_in_heredoc(&self.text) => Some("brackets in a heredoc do not count"),
            () if self.found == self.expected.trim_end_matches(' ') => {
                Some("spaces at the end of the source are removed")
            }
            () if rest(&self.found) == rest(&self.expected) => Some("heredocs are not formatted"),
            () => None,
        }
    }

    /// Returns the differences.
    pub fn differences(&self) -> Vec<Difference> {
        let is_same_tree = Shape::of(&self.text).events == Shape::of(&self.found).events;
        let differences = [
            (Difference::Layout, self.found != self.expected && self.reason().is_none()),
            (Difference::Tree, !is_same_tree),
            (Difference::Again, format(&self.found) != self.found),
        ];
        differences
            .into_iter()
            .filter_map(|(difference, is_there)| is_there.then_some(difference))
            .collect()
    }
}

/// The tokens of a source with their slices, and the number of heredocs around each.
fn tokens(text: &str) -> impl Iterator<Item = (TokenKind, &str, u32)> {
    let (mut at, mut open) = (0, 0);
    Lexer::new(text).map(move |Token { kind, end }| {
        let slice = &text[std::mem::replace(&mut at, end as usize)..end as usize];
        match kind {
            TokenKind::OpenHeredoc => open += 1,
            TokenKind::CloseHeredoc => open -= 1,
            _ => {}
        }
        (kind, slice, open)
    })
}

/// Returns a layout without the whitespace inside heredocs.
fn without_heredocs(layout: &str) -> String {
    let part = |(_, slice, open): (_, &str, _)| match open {
        0 => slice.to_owned(),
        _ => without_spaces(slice),
    };
    tokens(layout).map(part).collect()
}

/// Returns `true` if an interpolation in a heredoc has a line break.
fn has_break_in_heredoc(text: &str) -> bool {
    tokens(text).any(|(kind, _, open)| open > 0 && kind == TokenKind::Newline)
}

/// Returns `true` if a number, a dot and a space follow each other.
fn has_number_apart(layout: &str) -> bool {
    let kinds: Vec<_> = tokens(layout).map(|(kind, ..)| kind).collect();
    let apart = [TokenKind::Number, TokenKind::Dot, TokenKind::Whitespace];
    kinds.windows(apart.len()).any(|kinds| kinds == apart)
}
