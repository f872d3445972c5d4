//! The lines of a source: their tokens and their indentation.

use std::iter::Peekable;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use super::Gap;
use super::alignment::{self, Line};
use super::spaces::has_space;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::source::Span;

/// The number of spaces for each level.
const INDENT: u32 = 2;

/// A token that is not whitespace, with the space before it. The end of a heredoc includes the spaces after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The number of spaces before it.
    pub(super) spaces: u32,
}

impl Piece {
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start as usize..self.end as usize]
    }

    /// Returns the number of columns.
    fn width(&self, text: &str) -> usize {
        let own = self.text(text);
        // A line break is one column, even with a carriage return.
        if own.is_ascii() && !own.contains('\r') { own.len() } else { own.graphemes(true).count() }
    }

    /// Returns the change in the number of open brackets.
    fn brackets(&self) -> i32 {
        i32::from(is_opening(self.kind)) - i32::from(is_closing(self.kind))
    }
}

/// Returns `true` for a token that opens a bracket.
pub(super) fn is_opening(kind: TokenKind) -> bool {
    use TokenKind as Kind;
    matches!(
        kind,
        Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::OpenParen
            | Kind::Interpolation
            | Kind::Directive
    )
}

/// Returns `true` for a token that closes a bracket.
pub(super) fn is_closing(kind: TokenKind) -> bool {
    use TokenKind as Kind;
    matches!(kind, Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::SequenceEnd)
}

/// Adds the whitespace to change in a source without errors. `offset` is added to all spans.
pub(super) fn layout(text: &str, offset: u32, gaps: &mut Vec<Gap>) {
    let mut layout =
        LineLayout { text, pieces: Vec::new(), lines: Vec::new(), indents: Vec::new() };
    let mut tokens = Tokens { tokens: Lexer::new(text).peekable(), at: 0 };
    loop {
        let first = layout.pieces.len();
        while let Some(piece) = tokens.next_piece() {
            layout.pieces.push(piece);
            if piece.kind == TokenKind::Newline {
                break;
            }
        }
        if layout.pieces.len() == first {
            break;
        }
        layout.line(first);
    }
    alignment::equals(&mut layout.pieces, &mut layout.lines);
    alignment::comments(&mut layout.pieces, &layout.lines);
    layout.push_gaps(offset, gaps);
}

/// The pieces of a source.
struct Tokens<'t> {
    tokens: Peekable<Lexer<'t>>,
    /// The end of the last token.
    at: u32,
}

impl Tokens<'_> {
    fn next_piece(&mut self) -> Option<Piece> {
        loop {
            let start = self.at;
            let Token { kind, end } = self.tokens.next()?;
            self.at = end;
            match kind {
                TokenKind::Whitespace => continue,
                TokenKind::CloseHeredoc => self.skip_spaces(),
                _ => {}
            }
            return Some(Piece { kind, start, end: self.at, spaces: 0 });
        }
    }

    fn skip_spaces(&mut self) {
        if let Some(spaces) = self.tokens.next_if(|token| token.kind == TokenKind::Whitespace) {
            self.at = spaces.end;
        }
    }
}

struct LineLayout<'t> {
    text: &'t str,
    pieces: Vec<Piece>,
    lines: Vec<Line>,
    /// The number of brackets open at each level of indentation.
    indents: Vec<i32>,
}

impl LineLayout<'_> {
    /// Sets the spaces in a line, the last one so far, without those of alignment.
    fn line(&mut self, first: usize) {
        let end = self.pieces.len();
        let comment = self.comment(first);
        let body = first..comment.unwrap_or(end);
        let equals = self.equals(body.clone());
        let lead = first..equals.unwrap_or(body.end);
        if self.pieces[first].kind != TokenKind::Newline {
            self.pieces[first].spaces = self.indent(self.brackets(lead.clone()));
        }
        self.separate(lead.clone());
        self.separate(lead.end..body.end);
        let width = |pieces: &[Piece]| -> usize {
            pieces.iter().map(|piece| piece.spaces as usize + piece.width(self.text)).sum()
        };
        let (lead, rest) =
            (width(&self.pieces[lead.clone()]), width(&self.pieces[lead.end..body.end]));
        self.lines.push(Line { equals, comment, lead, rest });
    }

    /// Returns the index of the comment at the end of a line. A block comment is only one at the end of the
    /// source, as in the reference.
    fn comment(&self, first: usize) -> Option<usize> {
        let [rest @ .., last] = &self.pieces[first + 1..] else { return None };
        let is_comment =
            |piece: &Piece| matches!(piece.kind, TokenKind::LineComment | TokenKind::BlockComment);
        let last_index = self.pieces.len() - 1;
        match (last.kind, rest) {
            _ if is_comment(last) => Some(last_index),
            (TokenKind::Newline, [.., piece]) if piece.kind == TokenKind::LineComment => {
                Some(last_index - 1)
            }
            _ => None,
        }
    }

    /// Returns the index of the first equals sign in a line, unless brackets stay open after it.
    fn equals(&self, line: Range<usize>) -> Option<usize> {
        let is_equals = |piece: &Piece| piece.kind == TokenKind::Equals;
        let equals =
            line.start + 1 + self.pieces[line.clone()].iter().skip(1).position(is_equals)?;
        let brackets: i32 = self.pieces[equals..line.end].iter().map(Piece::brackets).sum();
        (brackets == 0).then_some(equals)
    }

    /// Returns the change in the number of open brackets before the equals sign of a line, or in the whole line
    /// without one. The brackets in a heredoc that starts there do not count, as in the reference.
    fn brackets(&self, lead: Range<usize>) -> i32 {
        let pieces = &self.pieces[lead];
        let heredoc = pieces.iter().position(|piece| piece.kind == TokenKind::OpenHeredoc);
        pieces[..heredoc.unwrap_or(pieces.len())].iter().map(Piece::brackets).sum()
    }

    /// Returns the indentation of a line, and opens or closes its brackets for the following ones.
    fn indent(&mut self, brackets: i32) -> u32 {
        let mut closed = -brackets;
        while closed > 0 {
            let Some(last) = self.indents.last_mut() else { break };
            let here = closed.min(*last);
            *last -= here;
            closed -= here;
            if *last == 0 {
                self.indents.pop();
            }
        }
        let spaces = INDENT * self.indents.len() as u32;
        if brackets > 0 {
            self.indents.push(brackets);
        }
        spaces
    }

    /// Sets the spaces between pieces.
    fn separate(&mut self, range: Range<usize>) {
        let pieces = &mut self.pieces[range];
        for index in 1..pieces.len() {
            let before = index.checked_sub(2).map(|before| pieces[before]);
            let space = has_space(self.text, before, pieces[index - 1], pieces[index]);
            pieces[index].spaces = u32::from(space);
        }
    }

    fn push_gaps(&self, offset: u32, gaps: &mut Vec<Gap>) {
        let mut at = 0;
        let mut push = |start: u32, end: u32, spaces: u32| {
            let found = &self.text.as_bytes()[start as usize..end as usize];
            if found.len() != spaces as usize || found.iter().any(|byte| *byte != b' ') {
                gaps.push(Gap { span: Span::new(offset + start, offset + end), spaces });
            }
        };
        for piece in &self.pieces {
            push(at, piece.start, piece.spaces);
            at = piece.end;
        }
        // The spaces before the end of the source stay, as in the reference.
        let end = self.text.len() as u32;
        push(at, end, end - at);
    }
}
