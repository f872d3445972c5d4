//! The tokens and lines of a source.

use std::ops::Range;

use crate::lexer::{Lexer, TokenKind};
use crate::source::Span;

/// A source with its tokens.
#[derive(Debug)]
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Scanned>,
    /// The ranges of the outermost heredocs, in source order.
    heredocs: Vec<Range<u32>>,
}

/// A token and its span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl Scanned {
    /// Returns `true` for a token that is neither whitespace nor a comment.
    pub(super) fn is_code(&self) -> bool {
        !self.kind.is_trivia() && self.kind != TokenKind::Newline
    }
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut start = 0;
        let tokens = Lexer::new(text).map(|token| {
            let span = Span::new(start, token.end);
            start = token.end;
            Scanned { kind: token.kind, span }
        });
        let tokens: Vec<_> = tokens.collect();
        let heredocs = heredocs(&tokens);
        Self { text, tokens, heredocs }
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns `true` if only whitespace is in a span.
    pub(super) fn is_blank(&self, span: Span) -> bool {
        self.slice(span).trim().is_empty()
    }

    /// Returns the offset after a token at which other text can follow: after the line of the end marker of a heredoc.
    pub(super) fn end_of(&self, token: Scanned) -> u32 {
        let line_end = self.line(token.span.end).end as usize;
        let line_break =
            self.text[line_end..].find('\n').filter(|_| token.kind == TokenKind::CloseHeredoc);
        line_break.map_or(token.span.end, |length| (line_end + length + 1) as u32)
    }

    /// Returns the range of the line of an offset, without its line break. The range contains the offset, or ends there.
    pub(super) fn line(&self, offset: u32) -> Range<u32> {
        let (before, after) = self.text.split_at(offset as usize);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = offset as usize + after.find('\n').unwrap_or(after.len());
        let end = if self.text[..end].ends_with('\r') { end - 1 } else { end };
        // At the end of the source, the offset can come after a carriage return that ends no line.
        start as u32..offset.max(end as u32)
    }

    /// Returns the text of the line of an offset.
    pub(super) fn line_text(&self, offset: u32) -> &'t str {
        let line = self.line(offset);
        &self.text[line.start as usize..line.end as usize]
    }

    /// Returns the whitespace at the start of the line of an offset.
    pub(super) fn indentation(&self, offset: u32) -> &'t str {
        let line = self.line_text(offset);
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Returns `true` if a line begins inside a heredoc, or with the end of one.
    pub(super) fn is_in_heredoc(&self, start: u32) -> bool {
        let next = self.heredocs.partition_point(|heredoc| heredoc.end <= start);
        self.heredocs.get(next).is_some_and(|heredoc| heredoc.start < start)
    }

    /// Returns the tokens of code that start in a range.
    pub(super) fn code(&self, range: Range<u32>) -> Vec<Scanned> {
        let first = self.tokens.partition_point(|token| token.span.start < range.start);
        let inside = self.tokens[first..].iter().take_while(|token| token.span.start < range.end);
        inside.filter(|token| token.is_code()).copied().collect()
    }

    /// Returns the last token of code that ends at an offset or before it.
    pub(super) fn code_before(&self, offset: u32) -> Option<Scanned> {
        let end = self.tokens.partition_point(|token| token.span.end <= offset);
        self.tokens[..end].iter().rev().find(|token| token.is_code()).copied()
    }

    /// Returns the first token of code that starts at an offset or after it.
    pub(super) fn code_from(&self, offset: u32) -> Option<Scanned> {
        let start = self.tokens.partition_point(|token| token.span.start < offset);
        self.tokens[start..].iter().find(|token| token.is_code()).copied()
    }
}

fn heredocs(tokens: &[Scanned]) -> Vec<Range<u32>> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for Scanned { kind, span } in tokens {
        match kind {
            TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc => open.push(span.start),
            TokenKind::CloseHeredoc => {
                let start = open.pop().filter(|_| open.is_empty());
                found.extend(start.map(|start| start..span.end));
            }
            _ => {}
        }
    }
    found
}
