//! The first error in invalid JSON.

use std::ops::Range;

use hcldyn_syntax::json::{Lexer, StringError, Token, TokenKind, string_error};
use serde_json::value::RawValue;

use super::diags::{self, Opener};
use crate::diag::Diagnostic;
use crate::source::{Place, Source, Span};

/// Returns the first error in invalid JSON after an offset.
pub(super) fn explain(source: &Source, start: usize) -> Diagnostic {
    let mut scan = Scan { source, brackets: Vec::new() };
    let mut next = Next::Value { comma: None };
    for token in Lexer::new(source.text(), start) {
        match scan.step(next, token) {
            Ok(following) => next = following,
            Err(error) => return error,
        }
    }
    scan.at_end()
}

/// The part of JSON that is expected next.
#[derive(Clone, Copy)]
enum Next {
    /// A value. In an array, `comma` is the comma before it.
    Value { comma: Option<Token> },
    /// The name of a property. `comma` is the comma before it.
    Name { comma: Option<Token> },
    /// The closing bracket of an empty array, or its first value.
    FirstValue,
    /// The closing brace of an empty object, or its first name.
    FirstName,
    /// The colon after a name.
    Colon,
    /// A comma or a closing bracket, or the end of the input after the outermost value.
    Separator,
}

/// A scan of a source up to its first error.
struct Scan<'s> {
    source: &'s Source,
    /// The open brackets.
    brackets: Vec<(Opener, Token)>,
}

#[expect(clippy::result_large_err, reason = "a scan makes one error, at its end")]
impl Scan<'_> {
    /// Takes the next token, and returns the part expected after it.
    fn step(&mut self, next: Next, token: Token) -> Result<Next, Diagnostic> {
        match (next, token.kind) {
            (Next::FirstValue, TokenKind::CloseBracket)
            | (Next::FirstName, TokenKind::CloseBrace) => Ok(self.close()),
            (Next::FirstValue, _) => self.value(token, None),
            (Next::FirstName, _) => self.name(token, None),
            (Next::Value { comma }, _) => self.value(token, comma),
            (Next::Name { comma }, _) => self.name(token, comma),
            (Next::Colon, TokenKind::Colon) => Ok(Next::Value { comma: None }),
            (Next::Colon, _) => Err(self.unexpected(token, diags::missing_colon)),
            (Next::Separator, _) => self.separator(token),
        }
    }

    fn value(&mut self, token: Token, comma: Option<Token>) -> Result<Next, Diagnostic> {
        let text = &self.source.text()[token.range()];
        let error = match token.kind {
            TokenKind::OpenBrace => {
                self.brackets.push((Opener::Brace, token));
                return Ok(Next::FirstName);
            }
            TokenKind::OpenBracket => {
                self.brackets.push((Opener::Bracket, token));
                return Ok(Next::FirstValue);
            }
            TokenKind::String { .. } => return self.string(token, Next::Separator),
            // A number, `true`, `false` or `null`.
            TokenKind::Word if serde_json::from_str::<&RawValue>(text).is_ok() => {
                return Ok(Next::Separator);
            }
            TokenKind::Word
                if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) =>
            {
                diags::invalid_number
            }
            TokenKind::Word => diags::unknown_word,
            _ => diags::missing_value,
        };
        Err(self.instead_of_item(token, comma, error))
    }

    fn name(&self, token: Token, comma: Option<Token>) -> Result<Next, Diagnostic> {
        match token.kind {
            TokenKind::String { .. } => self.string(token, Next::Colon),
            TokenKind::Word => Err(diags::name_without_quotes(self.place(token))),
            _ => Err(self.instead_of_item(token, comma, diags::missing_name)),
        }
    }

    fn separator(&mut self, token: Token) -> Result<Next, Diagnostic> {
        let Some((opener, _)) = self.brackets.last() else {
            return Err(self.unexpected(token, diags::extra_text));
        };
        let comma = Some(token);
        match (opener, token.kind) {
            (Opener::Brace, TokenKind::Comma) => Ok(Next::Name { comma }),
            (Opener::Bracket, TokenKind::Comma) => Ok(Next::Value { comma }),
            (Opener::Brace, TokenKind::CloseBrace) | (Opener::Bracket, TokenKind::CloseBracket) => {
                Ok(self.close())
            }
            (_, kind) if kind.closes() => Err(diags::wrong_closer(self.place(token), *opener)),
            _ => Err(self.unexpected(token, |place| diags::missing_comma(place, *opener))),
        }
    }

    /// Checks a string. Returns the part expected after it.
    fn string(&self, string: Token, next: Next) -> Result<Next, Diagnostic> {
        match string_error(self.source.text(), string.start) {
            None => Ok(next),
            Some(StringError::Unclosed) => Err(diags::unclosed_string(self.place(string))),
            Some(StringError::ControlCharacter(range)) => {
                Err(diags::control_character(self.place_of(range)))
            }
            Some(StringError::InvalidEscape(range)) => {
                Err(diags::invalid_escape(self.place_of(range)))
            }
        }
    }

    fn close(&mut self) -> Next {
        self.brackets.pop();
        Next::Separator
    }

    fn at_end(&self) -> Diagnostic {
        match self.brackets.last() {
            Some((opener, token)) => diags::unclosed(self.place(*token), *opener),
            None => {
                let end = self.source.text().len();
                diags::empty(self.place_of(end..end))
            }
        }
    }

    /// Returns the error for a token in place of a value or name, which may follow a comma.
    fn instead_of_item(
        &self,
        token: Token,
        comma: Option<Token>,
        error: fn(Place) -> Diagnostic,
    ) -> Diagnostic {
        match comma {
            Some(comma) if token.kind.closes() => {
                diags::trailing_comma(self.place(comma), self.place(token).text())
            }
            _ => self.unexpected(token, error),
        }
    }

    /// Returns the error for an unexpected token. Syntax of other languages, such as comments and other quotes, has errors
    /// of its own.
    fn unexpected(&self, token: Token, error: impl Fn(Place) -> Diagnostic) -> Diagnostic {
        let place = self.place(token);
        let rest = &self.source.text()[token.start..];
        let quotes = ['\'', '`', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
        if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
            diags::comment(place)
        } else if rest.starts_with(quotes) {
            diags::other_quotes(place)
        } else {
            error(place)
        }
    }

    /// Returns the location of a token. The location of a string is its opening quote.
    fn place(&self, token: Token) -> Place {
        match token.kind {
            TokenKind::String { .. } => self.place_of(token.start..token.start + 1),
            _ => self.place_of(token.range()),
        }
    }

    fn place_of(&self, range: Range<usize>) -> Place {
        self.source.place(Span::from(range))
    }
}
