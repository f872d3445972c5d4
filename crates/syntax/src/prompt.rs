//! Expressions typed at a prompt, one after the other, each starting on a new line.

use crate::lexer::{Lexer, Token, TokenKind};
use crate::source::Span;

/// Returns `true` if the last expression of an input continues on the next line: a bracket, a template, a
/// heredoc or a comment is open at the end. A quoted string never continues, as it ends with its line.
///
/// ```
/// use hcldyn_syntax::prompt::is_unfinished;
///
/// assert!(is_unfinished("max(1,"));
/// assert!(!is_unfinished("max(1, 2)"));
/// ```
#[must_use]
pub fn is_unfinished(text: &str) -> bool {
    // The line break ends a string, or the first line of a heredoc.
    let text = format!("{text}\n");
    let mut entries = PromptEntries::new(&text);
    entries.by_ref().for_each(drop);
    entries.is_unfinished
}

/// Returns the spans of the expressions of an input. Comments and empty lines between them are left out.
///
/// ```
/// use hcldyn_syntax::prompt::entries;
///
/// let text = "1 + 1\nmax(\n  1,\n)\n";
/// let entries: Vec<_> = entries(text).map(|span| &text[span.range()]).collect();
/// assert_eq!(entries, ["1 + 1", "max(\n  1,\n)"]);
/// ```
pub fn entries(text: &str) -> impl Iterator<Item = Span> + '_ {
    PromptEntries::new(text)
}

struct PromptEntries<'t> {
    lexer: Lexer<'t>,
    start: u32,
    /// `true` if the last expression continues.
    is_unfinished: bool,
}

impl<'t> PromptEntries<'t> {
    fn new(text: &'t str) -> Self {
        Self { lexer: Lexer::new(text), start: 0, is_unfinished: false }
    }
}

impl Iterator for PromptEntries<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let mut span: Option<Span> = None;
        let mut open: Vec<TokenKind> = Vec::new();
        while let Some(Token { kind, end }) = self.lexer.next() {
            let token = Span::new(std::mem::replace(&mut self.start, end), end);
            match kind {
                TokenKind::Newline if open.last() == Some(&TokenKind::CloseQuote) => {
                    // A string without its closing quote ends all brackets around it.
                    open.clear();
                    self.lexer.leave_to(0);
                    return span;
                }
                TokenKind::Newline if open.is_empty() && span.is_some() => return span,
                kind if kind == TokenKind::Newline || kind.is_trivia() => continue,
                TokenKind::OpenBrace => open.push(TokenKind::CloseBrace),
                TokenKind::OpenBracket => open.push(TokenKind::CloseBracket),
                TokenKind::OpenParen => open.push(TokenKind::CloseParen),
                TokenKind::OpenQuote => open.push(TokenKind::CloseQuote),
                TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc => {
                    open.push(TokenKind::CloseHeredoc);
                }
                TokenKind::Interpolation | TokenKind::Directive => {
                    open.push(TokenKind::SequenceEnd);
                }
                TokenKind::UnclosedHeredoc | TokenKind::UnclosedComment => {
                    self.is_unfinished = true;
                }
                _ if open.last() == Some(&kind) => drop(open.pop()),
                // More lines cannot repair an unmatched closing bracket.
                TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParen => {
                    open.clear();
                }
                _ => {}
            }
            span = Some(span.map_or(token, |span| span.to(token)));
        }
        self.is_unfinished |= !open.is_empty() && open.len() <= crate::parser::MAX_NESTING as usize;
        span
    }
}
