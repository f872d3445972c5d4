//! The lexer, which splits a source into tokens.
//!
//! It is lossless: whitespace, comments and line breaks are tokens too, and the tokens of any source, valid
//! or not, add up to the source. The kinds of tokens depend on the template or heredoc around them, which the
//! lexer tracks on a stack of modes (reference: `hclsyntax/scan_tokens.rl`).

mod body;
mod classes;
mod heredoc;
mod item_start;
mod template;
mod token;

use std::cell::OnceCell;
use std::sync::Arc;

pub(crate) use self::body::count_spaces;
pub use self::body::{is_name, is_name_part};
pub(crate) use self::heredoc::name as heredoc_name;
pub(crate) use self::item_start::{ItemStart, item_start};
pub use self::token::{Token, TokenKind};

/// A byte-order mark, which can start a source. It is whitespace.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// An iterator over the tokens of a source.
///
/// ```
/// use hcldyn_syntax::lexer::{Lexer, TokenKind};
///
/// let text = "a = 1 # one\n";
/// let kinds: Vec<_> = Lexer::new(text).map(|token| token.kind).collect();
/// use TokenKind::*;
/// assert_eq!(kinds, [Ident, Whitespace, Equals, Whitespace, Number, Whitespace, LineComment, Newline]);
/// ```
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    /// The offset of the next token.
    at: usize,
    mode: Mode,
    /// The modes around the current one, the outermost first.
    outer: Vec<Mode>,
    /// `true` if heredocs are recognized.
    has_heredocs: bool,
    /// The lines that may end heredocs, computed on first use.
    heredoc_ends: OnceCell<Arc<heredoc::Ends<'t>>>,
    /// `true` after a comment without an end, as no further comment can have one.
    has_unclosed_comment: bool,
}

/// The part of the language around the current offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Items and expressions.
    Root,
    /// An interpolation or a directive, with the number of braces open in it.
    Sequence { braces: u32 },
    /// The characters between quotes.
    Quoted,
    /// The lines of a heredoc that ends with a line of the name at these offsets.
    Heredoc { name: (u32, u32), at_line_start: bool },
    /// A whole source that is a template without quotes.
    Bare,
}

impl<'t> Lexer<'t> {
    /// Creates a lexer for a body or an expression.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self::in_mode(text, Mode::Root)
    }

    /// Creates a lexer for a template without quotes.
    ///
    /// ```
    /// use hcldyn_syntax::lexer::{Lexer, TokenKind};
    ///
    /// let kinds: Vec<_> = Lexer::template("a ${b}").map(|token| token.kind).collect();
    /// assert_eq!(kinds[..3], [TokenKind::Text, TokenKind::Interpolation, TokenKind::Ident]);
    /// ```
    #[must_use]
    pub fn template(text: &'t str) -> Self {
        Self::in_mode(text, Mode::Bare)
    }

    /// Starts at an offset.
    pub(crate) fn starting_at(self, offset: usize) -> Self {
        Self { at: offset.min(self.text.len()), ..self }
    }

    /// Creates a lexer for the header of an item, which cannot contain heredocs.
    fn header(text: &'t str) -> Self {
        Self { has_heredocs: false, ..Self::new(text) }
    }

    fn in_mode(text: &'t str, mode: Mode) -> Self {
        Self {
            text,
            at: 0,
            mode,
            outer: Vec::new(),
            has_heredocs: true,
            heredoc_ends: OnceCell::new(),
            has_unclosed_comment: false,
        }
    }

    /// The offset of the next token.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Goes back to an offset, over whitespace, comments and line breaks only.
    #[inline]
    pub(crate) fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    /// Consumes spaces and tabs outside literal characters.
    #[inline]
    pub(crate) fn skip_spaces(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(b' ' | b'\t') = bytes.get(at) {
            at += 1;
        }
        self.at = at;
    }

    /// Returns `true` if the next token consists of literal characters or ends them.
    #[inline]
    pub(crate) fn is_in_text(&self) -> bool {
        matches!(self.mode, Mode::Quoted | Mode::Heredoc { .. } | Mode::Bare)
    }

    /// The number of modes around the current one.
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Leaves modes until `depth` modes remain around the current one.
    pub(crate) fn leave_to(&mut self, depth: usize) {
        while self.outer.len() > depth {
            self.leave();
        }
    }

    /// Returns the next token of literal characters without consuming it.
    pub(crate) fn look_in_text(&self) -> Token {
        let (kind, end) = match self.mode {
            _ if self.at >= self.text.len() => (TokenKind::End, self.at),
            Mode::Heredoc { name, at_line_start } => self.scan_heredoc(name, at_line_start),
            Mode::Bare => self.scan_bare(),
            _ => self.scan_quoted(),
        };
        Token { kind, end: end as u32 }
    }

    /// Returns the next token outside literal characters without consuming it, if it is one of the most frequent ones.
    #[inline(always)]
    pub(crate) fn look_for_frequent(&self) -> Option<Token> {
        let (kind, end) = self.scan_frequent()?;
        Some(Token { kind, end: end as u32 })
    }

    /// Returns the next token outside literal characters without consuming it.
    #[inline]
    pub(crate) fn look_in_body(&self) -> Token {
        let (kind, end) = self.scan_body();
        Token { kind, end: end as u32 }
    }

    /// Consumes the next token, which was looked at.
    #[inline]
    pub(crate) fn advance(&mut self, token: Token) {
        let start = std::mem::replace(&mut self.at, token.end as usize);
        // Outside templates, most tokens keep the mode.
        let is_plain = !matches!(
            token.kind,
            TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::BrokenHeredoc
                | TokenKind::UnclosedComment
        );
        if !is_plain || self.mode != Mode::Root {
            self.change_mode(token.kind, start);
        }
    }

    /// Enters or leaves a mode after a token was consumed.
    fn change_mode(&mut self, kind: TokenKind, start: usize) {
        match kind {
            TokenKind::OpenBrace => {
                if let Mode::Sequence { braces } = &mut self.mode {
                    *braces += 1;
                }
            }
            TokenKind::CloseBrace => {
                if let Mode::Sequence { braces } = &mut self.mode {
                    *braces -= 1;
                }
            }
            TokenKind::OpenQuote => self.enter(Mode::Quoted),
            TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc => {
                let name = heredoc::name(self.text, start);
                self.enter(Mode::Heredoc { name, at_line_start: true });
            }
            TokenKind::UnclosedComment => self.has_unclosed_comment = true,
            TokenKind::CloseQuote | TokenKind::CloseHeredoc | TokenKind::SequenceEnd => {
                self.leave();
            }
            TokenKind::Interpolation | TokenKind::Directive => {
                if let Mode::Heredoc { at_line_start, .. } = &mut self.mode {
                    *at_line_start = false;
                }
                self.enter(Mode::Sequence { braces: 0 });
            }
            TokenKind::Text | TokenKind::EscapedText => {
                if let Mode::Heredoc { at_line_start, .. } = &mut self.mode {
                    *at_line_start = self.text.as_bytes()[self.at - 1] == b'\n';
                }
            }
            // A string ends with its line.
            TokenKind::Newline if self.mode == Mode::Quoted => self.leave(),
            _ => {}
        }
    }

    fn enter(&mut self, mode: Mode) {
        self.outer.push(std::mem::replace(&mut self.mode, mode));
    }

    fn leave(&mut self) {
        self.mode = self.outer.pop().unwrap_or(Mode::Root);
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let token = if self.is_in_text() { self.look_in_text() } else { self.look_in_body() };
        self.advance(token);
        (token.kind != TokenKind::End).then_some(token)
    }
}
