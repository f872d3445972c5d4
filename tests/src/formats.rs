//! Compares layouts with the reference. `go run . generate-formats` in `tests/peer` writes one source on each
//! line.

#![allow(
    clippy::unwrap_used,
    reason = "a case that does not have the notation stops the comparison"
)]

#[path = "../../crates/syntax/tests/suite/shape.rs"]
mod shape;

use hcldyn::syntax::format::format;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use serde_json::Value as Json;

use self::shape::{Shape, without_spaces};

/// A source with the reference's layout, by `hclwrite` or `terraform fmt`, and ours.
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
    /// The layout of the reference's layout differs from that.
    Disagreement,
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
        let tokens = |text: &str| without_spaces(text.trim_start_matches('\u{feff}'));
        match () {
            () if self.found == self.expected => None,
            () if has_number_apart(&self.found) => Some("numbers around a dot stay apart"),
            () if tokens(&self.text) != tokens(&self.expected) => {
                Some("other characters than spaces do not change")
            }
            () => None,
        }
    }

    /// Returns the differences.
    pub fn differences(&self) -> Vec<Difference> {
        let is_same_tree = Shape::of(&self.text).events == Shape::of(&self.found).events;
        // The reference can join numbers, and drop a part of an index.
        let is_valid = Shape::of(&self.expected).is_valid;
        let is_kept = format(&self.expected) == self.expected;
        let differences = [
            (Difference::Layout, self.found != self.expected && self.reason().is_none()),
            (Difference::Tree, !is_same_tree),
            (Difference::Again, format(&self.found) != self.found),
            (Difference::Disagreement, is_valid && !is_kept),
        ];
        differences
            .into_iter()
            .filter_map(|(difference, is_there)| is_there.then_some(difference))
            .collect()
    }
}

/// Returns `true` if a number, a dot and a space follow each other.
fn has_number_apart(layout: &str) -> bool {
    let kinds: Vec<_> = Lexer::new(layout).map(|token| token.kind).collect();
    let apart = [TokenKind::Number, TokenKind::Dot, TokenKind::Whitespace];
    kinds.windows(apart.len()).any(|kinds| kinds == apart)
}
