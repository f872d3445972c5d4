//! The first error in invalid JSON.

use serde_json::value::RawValue;

use super::diags::{self, Opener};
use crate::diag::Diagnostic;
use crate::source::{Place, Source, Span};

/// Returns the first error in invalid JSON after an offset.
pub(super) fn explain(source: &Source, start: usize) -> Diagnostic {
    let mut scan = Scan { source, at: start, brackets: Vec::new() };
    let mut next = Next::Value { comma: None };
    loop {
        scan.skip_whitespace();
        match scan.step(next) {
            Ok(following) => next = following,
            Err(error) => return error,
        }
    }
}

/// The part of JSON that is expected next.
#[derive(Clone, Copy)]
enum Next {
    /// A value. In an array, `comma` is the offset of the comma before it.
    Value { comma: Option<usize> },
    /// The name of a property. `comma` is the offset of the comma before it.
    Name { comma: Option<usize> },
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
    at: usize,
    /// The open brackets with their offsets.
    brackets: Vec<(Opener, usize)>,
}

#[expect(clippy::result_large_err, reason = "a scan makes one error, at its end")]
impl Scan<'_> {
    /// Skips the next part, and returns the part expected after it.
    fn step(&mut self, next: Next) -> Result<Next, Diagnostic> {
        if self.rest().is_empty() {
            return Err(self.at_end());
        }
        match next {
            Next::Value { comma } => self.value(comma),
            Next::Name { comma } => self.name(comma),
            Next::FirstValue if self.closes(Opener::Bracket) => Ok(self.close()),
            Next::FirstValue => self.value(None),
            Next::FirstName if self.closes(Opener::Brace) => Ok(self.close()),
            Next::FirstName => self.name(None),
            Next::Colon if self.rest().starts_with(':') => {
                self.at += 1;
                Ok(Next::Value { comma: None })
            }
            Next::Colon => {
                Err(self.foreign().unwrap_or_else(|| diags::missing_colon(self.token())))
            }
            Next::Separator => self.separator(),
        }
    }

    fn value(&mut self, comma: Option<usize>) -> Result<Next, Diagnostic> {
        match self.rest().as_bytes() {
            [b'{', ..] => Ok(self.open(Opener::Brace, Next::FirstName)),
            [b'[', ..] => Ok(self.open(Opener::Bracket, Next::FirstValue)),
            [b'"', ..] => {
                self.string()?;
                Ok(Next::Separator)
            }
            _ => self.word(comma),
        }
    }

    /// Skips a number, `true`, `false` or `null`.
    fn word(&mut self, comma: Option<usize>) -> Result<Next, Diagnostic> {
        let word = self.token();
        if serde_json::from_str::<&RawValue>(word.text()).is_ok() {
            self.at += word.text().len();
            return Ok(Next::Separator);
        }
        Err(match word.text() {
            _ if self.foreign().is_some() || comma.is_some() && self.is_closer() => {
                return Err(self.instead_of_item(comma, diags::missing_value));
            }
            text if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
                diags::invalid_number(word)
            }
            text if text.starts_with(is_word) => diags::unknown_word(word),
            _ => diags::missing_value(word),
        })
    }

    fn name(&mut self, comma: Option<usize>) -> Result<Next, Diagnostic> {
        if self.rest().starts_with('"') {
            self.string()?;
            return Ok(Next::Colon);
        }
        let is_word = self.rest().starts_with(is_word);
        let error = if is_word { diags::name_without_quotes } else { diags::missing_name };
        Err(self.instead_of_item(comma, error))
    }

    fn separator(&mut self) -> Result<Next, Diagnostic> {
        let Some((opener, _)) = self.brackets.last().copied() else {
            return Err(self.foreign().unwrap_or_else(|| diags::extra_text(self.token())));
        };
        if self.rest().starts_with(',') {
            let comma = Some(self.at);
            self.at += 1;
            return Ok(match opener {
                Opener::Brace => Next::Name { comma },
                Opener::Bracket => Next::Value { comma },
            });
        }
        if self.closes(opener) {
            return Ok(self.close());
        }
        Err(match self.foreign() {
            Some(error) => error,
            None if self.is_closer() => diags::wrong_closer(self.token(), opener),
            None => diags::missing_comma(self.token(), opener),
        })
    }

    /// Skips a string.
    fn string(&mut self) -> Result<(), Diagnostic> {
        let quote = self.at;
        self.at += 1;
        loop {
            match self.rest().as_bytes() {
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(());
                }
                [b'\\', ..] => self.escape(quote)?,
                [] | [b'\n' | b'\r', ..] => {
                    return Err(diags::unclosed_string(self.place(quote, 1)));
                }
                [control, ..] if *control < b' ' => {
                    return Err(diags::control_character(self.place(self.at, 1)));
                }
                _ => self.at += self.char_len(),
            }
        }
    }

    /// Skips an escape in the string that starts at an offset.
    fn escape(&mut self, quote: usize) -> Result<(), Diagnostic> {
        let start = self.at;
        self.at += 1;
        let kind = self.rest().chars().next();
        let digits =
            self.rest().chars().skip(1).take(4).take_while(char::is_ascii_hexdigit).count();
        self.at += self.char_len();
        match kind {
            Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => Ok(()),
            Some('u') if digits == 4 => {
                self.at += digits;
                Ok(())
            }
            Some('u') if self.rest().len() == digits => {
                Err(diags::unclosed_string(self.place(quote, 1)))
            }
            Some('u') => Err(diags::invalid_escape(self.place(start, 2 + digits))),
            Some(kind) if kind.is_control() => {
                Err(diags::control_character(self.place(start + 1, kind.len_utf8())))
            }
            Some(kind) => Err(diags::invalid_escape(self.place(start, 1 + kind.len_utf8()))),
            None => Err(diags::unclosed_string(self.place(quote, 1))),
        }
    }

    fn open(&mut self, opener: Opener, next: Next) -> Next {
        self.brackets.push((opener, self.at));
        self.at += 1;
        next
    }

    fn close(&mut self) -> Next {
        self.brackets.pop();
        self.at += 1;
        Next::Separator
    }

    fn at_end(&self) -> Diagnostic {
        match self.brackets.last() {
            Some((opener, at)) => diags::unclosed(self.place(*at, 1), *opener),
            None => diags::empty(self.place(self.at, 0)),
        }
    }

    /// Returns the error for a token in place of a value or name, which may follow a comma.
    fn instead_of_item(&self, comma: Option<usize>, error: fn(Place) -> Diagnostic) -> Diagnostic {
        match comma {
            Some(comma) if self.is_closer() => {
                diags::trailing_comma(self.place(comma, 1), self.token().text())
            }
            _ => self.foreign().unwrap_or_else(|| error(self.token())),
        }
    }

    /// Returns the error for syntax of other languages, such as comments and other quotes.
    fn foreign(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
            return Some(diags::comment(self.token()));
        }
        let quotes = ['\'', '`', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
        rest.starts_with(quotes).then(|| diags::other_quotes(self.token()))
    }

    fn skip_whitespace(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn closes(&self, opener: Opener) -> bool {
        self.rest().starts_with(match opener {
            Opener::Brace => '}',
            Opener::Bracket => ']',
        })
    }

    fn is_closer(&self) -> bool {
        self.rest().starts_with([']', '}'])
    }

    /// Returns the location of the word at the current offset, or of a single character.
    fn token(&self) -> Place {
        let rest = self.rest();
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        self.place(self.at, word.max(self.char_len()))
    }

    fn char_len(&self) -> usize {
        self.rest().chars().next().map_or(0, char::len_utf8)
    }

    fn rest(&self) -> &str {
        &self.source.text()[self.at..]
    }

    fn place(&self, start: usize, length: usize) -> Place {
        self.source.place(Span::from(start..start + length))
    }
}

/// Returns `true` if a character can be part of a word or number, valid or not.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_+-.$".contains(c)
}
