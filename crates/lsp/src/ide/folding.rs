//! Folding: the ranges that an editor can hide.

use std::ops::Range;

use hcldyn_syntax::json;
use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::Snapshot;
use super::workspace::File;

/// A range of more than one line that can be hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fold {
    /// From the end of the text that stays visible to the end of the last hidden line.
    pub range: Range<usize>,
    /// The kind.
    pub kind: FoldKind,
}

/// The kind of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// The inside of brackets, or a heredoc.
    Region,
    /// A comment, or line comments below each other.
    Comment,
}

impl Snapshot {
    /// Returns the ranges that can be hidden: blocks, objects, lists, calls, heredocs and comments of several lines.
    pub fn folds(&self, file: &str) -> Vec<Fold> {
        let Some(file) = self.file(file) else { return Vec::new() };
        let mut folds =
            if file.is_json() { folds_of_json(file.text()) } else { folds_of(file.text()) };
        folds.retain(|fold| is_long(file, &fold.range));
        folds.sort_by_key(|fold| (fold.range.start, fold.range.end));
        folds
    }
}

fn is_long(file: &File, range: &Range<usize>) -> bool {
    file.text()[range.clone()].contains('\n')
}

fn folds_of(text: &str) -> Vec<Fold> {
    let (mut folds, mut open) = (Vec::new(), Vec::new());
    let mut comments: Option<Range<usize>> = None;
    let mut start = 0;
    for token in Lexer::new(text) {
        let range = start..token.end as usize;
        start = range.end;
        match token.kind {
            TokenKind::LineComment => {
                comments = Some(comments.map_or(range.start, |it| it.start)..range.end);
                continue;
            }
            // A line of its own follows if the next token is a comment again.
            TokenKind::Newline if comments.as_ref().is_some_and(|it| it.end == range.start) => {
                continue;
            }
            TokenKind::Whitespace => continue,
            _ => {}
        }
        folds.extend(comments.take().map(comment));
        match token.kind {
            TokenKind::BlockComment => folds.push(comment(range)),
            TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenParen => {
                open.push(range.end);
            }
            TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc => {
                let line = text[range.clone()].trim_end_matches(['\r', '\n']).len();
                open.push(range.start + line);
            }
            TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParen => {
                folds.extend(open.pop().map(|start| region(start..range.start)));
            }
            TokenKind::CloseHeredoc => {
                folds.extend(open.pop().map(|start| region(start..range.end)));
            }
            _ => {}
        }
    }
    folds.extend(comments.map(comment));
    folds
}

fn folds_of_json(text: &str) -> Vec<Fold> {
    let (mut folds, mut open) = (Vec::new(), Vec::new());
    for token in json::Lexer::new(text, 0) {
        if token.kind.opens() {
            open.push(token.end);
        } else if token.kind.closes() {
            folds.extend(open.pop().map(|start| region(start..token.start)));
        }
    }
    folds
}

fn region(range: Range<usize>) -> Fold {
    Fold { range, kind: FoldKind::Region }
}

fn comment(range: Range<usize>) -> Fold {
    Fold { range, kind: FoldKind::Comment }
}
