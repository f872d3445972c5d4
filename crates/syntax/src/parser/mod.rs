//! The parser, which turns tokens into [events](crate::event).
//!
//! It is a recursive descent in one pass with one token of lookahead. Each file here is a part of the grammar
//! (reference: `hclsyntax/spec.md`, and `parser.go` and `parser_template.go` for the rest).
//!
//! An error does not stop the parser: it skips to the start of the next item, element or line. Up to there it
//! reports no other error, so that each mistake is reported once.

mod body;
mod directive;
mod escapes;
mod expression;
mod for_expr;
mod heredoc;
mod matching;
mod number;
mod object;
mod postfix;
mod recover;
mod template;

use std::ops::Range;

pub use self::escapes::{unescape_quoted, unescape_template};
pub(crate) use self::expression::is_binary_op;
use crate::error::{ErrorKind, Expected, SyntaxError};
use crate::event::{Event, Receiver};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::source::Span;

/// The maximum nesting depth of expressions, the blocks around them included. A chain of operators is one level.
pub const MAX_NESTING: u32 = 500;

/// The maximum nesting depth of blocks.
pub const MAX_BLOCK_NESTING: u32 = 250;

/// Parses a source as a body and pushes its events. The parser is compiled for each type of receiver. Where its speed does
/// not matter, `&mut dyn Receiver` shares one.
///
/// ```
/// use hcldyn_syntax::error::SyntaxError;
/// use hcldyn_syntax::event::{Event, Receiver};
/// use hcldyn_syntax::parser::parse_body;
/// use hcldyn_syntax::source::Span;
///
/// struct Names<'t>(&'t str, Vec<&'t str>);
///
/// impl Receiver for Names<'_> {
///     fn event(&mut self, event: Event, _: Span) {
///         if let Event::Attribute { name } = event {
///             self.1.push(&self.0[name.range()]);
///         }
///     }
///     fn error(&mut self, _: SyntaxError) {}
/// }
///
/// let text = "a = 1\nb {\n  c = [2, 3\n}\n";
/// let mut names = Names(text, Vec::new());
/// parse_body(text, &mut names);
/// assert_eq!(names.1, ["a", "c"]);
/// ```
pub fn parse_body(text: &str, receiver: &mut (impl Receiver + ?Sized)) {
    let mut parser = Parser::new(text, Lexer::new(text), receiver);
    parser.body();
}

/// Parses a part of a source as one expression. Line breaks in it are whitespace.
///
/// ```
/// use hcldyn_syntax::event::{Event, Receiver};
/// use hcldyn_syntax::error::SyntaxError;
/// use hcldyn_syntax::parser::{parse_expression, parse_template};
/// use hcldyn_syntax::source::Span;
///
/// #[derive(Default)]
/// struct Names(Vec<Span>, usize);
///
/// impl Receiver for Names {
///     fn event(&mut self, event: Event, span: Span) {
///         if event == Event::Variable {
///             self.0.push(span);
///         }
///     }
///
///     fn error(&mut self, _: SyntaxError) {
///         self.1 += 1;
///     }
/// }
///
/// let text = "port = a + b";
/// let mut names = Names::default();
/// parse_expression(text, 7..12, &mut names);
/// assert_eq!(names.0, [Span::new(7, 8), Span::new(11, 12)]);
///
/// parse_template("Hello, ${", 0..9, &mut names);
/// assert!(names.1 > 0);
/// ```
pub fn parse_expression(text: &str, range: Range<usize>, receiver: &mut (impl Receiver + ?Sized)) {
    let text = text.get(..range.end).unwrap_or_default();
    let lexer = Lexer::new(text).starting_at(range.start);
    Parser::new(text, lexer, receiver).lone_expression();
}

/// Parses a part of a source as a template without quotes.
///
/// ```
/// use hcldyn_syntax::error::SyntaxError;
/// use hcldyn_syntax::event::{Event, Receiver};
/// use hcldyn_syntax::parser::parse_template;
/// use hcldyn_syntax::source::Span;
///
/// struct Count(usize);
///
/// impl Receiver for Count {
///     fn event(&mut self, event: Event, _: Span) {
///         self.0 += usize::from(event == Event::Variable);
///     }
///
///     fn error(&mut self, _: SyntaxError) {}
/// }
///
/// let mut variables = Count(0);
/// parse_template("Hello, ${name}!", 0..15, &mut variables);
/// assert_eq!(variables.0, 1);
/// ```
pub fn parse_template(text: &str, range: Range<usize>, receiver: &mut (impl Receiver + ?Sized)) {
    let text = text.get(..range.end).unwrap_or_default();
    let lexer = Lexer::template(text).starting_at(range.start);
    Parser::new(text, lexer, receiver).bare_template();
}

/// The state of the parser.
struct Parser<'t, R: ?Sized> {
    text: &'t str,
    /// The lexer at the start of the source.
    start: Lexer<'t>,
    lexer: Lexer<'t>,
    receiver: &'t mut R,
    /// The next token, if the parser peeked at it. The lexer has not consumed it yet.
    next: Option<Token>,
    /// `true` if a line break before the next token was skipped as whitespace.
    on_new_line: bool,
    /// The span of the last consumed token.
    previous: Span,
    /// `true` if a line break is a token here; otherwise it is whitespace.
    newlines: bool,
    /// The number of expressions around the current one.
    level: u32,
    /// The number of blocks around the current item.
    blocks: u32,
    /// The closing brackets that are still expected, the outermost first.
    open: Vec<TokenKind>,
    /// The directives that are open, the outermost first.
    directives: Vec<directive::Open>,
    /// A consumed name that starts the next expression.
    held: Option<Span>,
    /// The number of open brackets around the current object key, which an equals sign ends.
    key_depth: Option<usize>,
    /// The start of the current top-level item.
    item: u32,
    recovery: recover::Recovery,
    matching: matching::Matching,
}

/// A token that the parser peeked at.
#[derive(Clone, Copy)]
struct Next {
    kind: TokenKind,
    span: Span,
}

impl<'t, R: Receiver + ?Sized> Parser<'t, R> {
    fn new(text: &'t str, lexer: Lexer<'t>, receiver: &'t mut R) -> Self {
        let start = lexer.offset() as u32;
        Self {
            text,
            start: lexer.clone(),
            lexer,
            receiver,
            next: None,
            on_new_line: false,
            previous: Span::empty(start),
            newlines: true,
            level: 0,
            blocks: 0,
            open: Vec::new(),
            directives: Vec::new(),
            held: None,
            key_depth: None,
            item: start,
            recovery: recover::Recovery::default(),
            matching: matching::Matching::default(),
        }
    }

    /// Returns the next token without consuming it.
    #[inline]
    fn look(&mut self) -> Next {
        let Token { kind, end } = match self.next {
            Some(token) => token,
            None => self.look_ahead(),
        };
        Next { kind, span: Span::new(self.lexer.offset() as u32, end) }
    }

    /// Returns the kind of the next token.
    #[inline]
    fn peek(&mut self) -> TokenKind {
        self.look().kind
    }

    #[inline]
    fn at(&mut self, kind: TokenKind) -> bool {
        self.peek() == kind
    }

    /// Returns `true` if the next token is this name.
    fn at_word(&mut self, word: &str) -> bool {
        let next = self.look();
        next.kind == TokenKind::Ident && self.slice(next.span) == word
    }

    fn look_ahead(&mut self) -> Token {
        self.on_new_line = false;
        if !self.lexer.is_in_text() {
            self.lexer.skip_spaces();
            if let Some(token) = self.lexer.look_for_frequent()
                && (self.newlines || token.kind != TokenKind::Newline)
            {
                self.next = Some(token);
                return token;
            }
        }
        self.look_further()
    }

    /// Looks at a token that is not one of the most frequent ones. This is a separate function, because it needs a frame.
    #[inline(never)]
    fn look_further(&mut self) -> Token {
        let token = if self.lexer.is_in_text() {
            self.lexer.look_in_text()
        } else {
            self.look_past_trivia()
        };
        self.next = Some(token);
        token
    }

    /// Consumes whitespace and comments, and line breaks that are whitespace. Returns the token after them.
    #[inline]
    fn look_past_trivia(&mut self) -> Token {
        loop {
            self.lexer.skip_spaces();
            let token = self.lexer.look_in_body();
            match token.kind {
                TokenKind::Whitespace | TokenKind::LineComment | TokenKind::BlockComment => {}
                TokenKind::Newline if !self.newlines => self.on_new_line = true,
                TokenKind::UnclosedComment if self.lexer.depth() == 0 => self.unclosed_comment(),
                _ => return token,
            }
            self.lexer.advance(token);
        }
    }

    /// Returns `true` if the next token is the first one of its line.
    fn starts_line(&mut self) -> bool {
        let before = self.previous.end as usize;
        self.peek();
        self.on_new_line || self.text.as_bytes()[..before].last().is_none_or(|byte| *byte == b'\n')
    }

    /// Consumes the next token and returns its span.
    #[inline]
    fn bump(&mut self) -> Span {
        let next = self.look();
        self.lexer.advance(Token { kind: next.kind, end: next.span.end });
        self.next = None;
        self.previous = next.span;
        next.span
    }

    /// Consumes the next token if it is of a kind, and returns its span.
    #[inline]
    fn eat(&mut self, kind: TokenKind) -> Option<Span> {
        self.at(kind).then(|| self.bump())
    }

    /// Sets whether a line break is a token from here on. Returns the setting before.
    fn set_newlines(&mut self, newlines: bool) -> bool {
        let before = std::mem::replace(&mut self.newlines, newlines);
        if before != newlines {
            self.forget_next();
        }
        before
    }

    /// Forgets the peeked token, so that it is read again.
    fn forget_next(&mut self) {
        if self.next.take().is_some() {
            self.lexer.rewind(self.previous.end as usize);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn event(&mut self, event: Event, span: Span) {
        self.receiver.event(event, span);
    }

    /// Pushes an error in place of an expression, with the parts of it that were parsed.
    fn push_error(&mut self, parts: u32, span: Span) -> Span {
        self.event(Event::Error { parts }, span);
        span
    }

    /// Ends an expression that may lack a part. Returns its span.
    #[inline]
    fn end_expression(&mut self, is_whole: bool, span: Span) -> Span {
        if is_whole { span } else { self.push_error(1, span) }
    }

    /// Reports that something else was expected instead of the next token.
    fn expected(&mut self, expected: Expected) {
        let span = self.here();
        if self.at(TokenKind::UnclosedComment) {
            return self.unclosed(Span::new(span.start, span.start + 2));
        }
        self.error(ErrorKind::Expected(expected), span, Some(self.previous));
    }

    /// Returns the span of the next token, empty for a line break.
    fn here(&mut self) -> Span {
        let next = self.look();
        match next.kind {
            TokenKind::Newline => next.span.at_start(),
            _ => next.span,
        }
    }

    /// Reports an error, unless the parser is still recovering from one. It is recovering afterwards.
    fn error(&mut self, kind: ErrorKind, span: Span, related: Option<Span>) {
        self.mistake(kind, span, related);
        self.recovery.is_lost = true;
    }

    /// Reports an error that needs no recovery.
    #[cold]
    fn mistake(&mut self, kind: ErrorKind, span: Span, related: Option<Span>) {
        let is_known = kind == ErrorKind::TooDeep
            && std::mem::replace(&mut self.recovery.has_reported_depth, true);
        if !self.recovery.is_lost && !self.recovery.is_in_comment && !is_known {
            let found = self.peek();
            self.recovery.has_reported = true;
            self.receiver.error(SyntaxError { kind, span, found, related });
        }
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }
}
