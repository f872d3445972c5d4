//! From where the check of the syntax stopped to what is wrong there.

use super::diags::{self, Opener};
use crate::diag::Diagnostic;
use crate::source::{Place, Source, Span};

const CONTROL_CHARACTER: &str = "control character";

/// What the check says of escapes in strings.
const ESCAPE: [&str; 4] =
    ["invalid escape", "unexpected end of hex", "lone leading", "invalid unicode"];

/// Says why a text, from an offset on, is not JSON.
pub(super) fn explain(source: &Source, start: usize, error: &serde_json::Error) -> Diagnostic {
    let message = error.to_string();
    let at = if error.is_eof() {
        source.text().len()
    } else {
        start + stop(&source.text()[start..], &message, error)
    };
    Explanation { source, at, open: Open::before(&source.text()[..at]), message }.diagnostic()
}

/// The offset of the byte at which the check stopped.
fn stop(text: &str, message: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    // Columns count bytes from 1, but this character is the one behind.
    let first = usize::from(!message.starts_with(CONTROL_CHARACTER));
    let stop = (lines.map(str::len).sum::<usize>() + error.column()).saturating_sub(first);
    (0..=stop.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// What is open at some point of a text.
#[derive(Default)]
struct Open {
    brackets: Vec<(Opener, usize)>,
    /// The quote of the string that the point is in.
    quote: Option<usize>,
}

impl Open {
    fn before(text: &str) -> Self {
        let mut open = Self::default();
        let mut bytes = text.bytes().enumerate();
        while let Some((at, byte)) = bytes.next() {
            match (byte, open.quote) {
                (b'\\', Some(_)) => drop(bytes.next()),
                (b'"', Some(_)) => open.quote = None,
                (_, Some(_)) => {}
                (b'"', None) => open.quote = Some(at),
                (b'{', None) => open.brackets.push((Opener::Brace, at)),
                (b'[', None) => open.brackets.push((Opener::Bracket, at)),
                (b'}' | b']', None) => drop(open.brackets.pop()),
                _ => {}
            }
        }
        open
    }
}

/// A stop, and the text around it.
struct Explanation<'s> {
    source: &'s Source,
    at: usize,
    open: Open,
    message: String,
}

impl Explanation<'_> {
    fn diagnostic(&self) -> Diagnostic {
        self.in_string()
            .or_else(|| self.at_end())
            .or_else(|| self.foreign())
            .unwrap_or_else(|| self.between_values())
    }

    fn at_end(&self) -> Option<Diagnostic> {
        if self.at < self.source.text().len() {
            return None;
        }
        Some(match self.open.brackets.last() {
            Some((opener, at)) => diags::unclosed(self.place(*at, 1), *opener),
            None if self.source.text().trim().is_empty() => diags::empty(self.place(self.at, 0)),
            None => self.wrong_value(),
        })
    }

    fn in_string(&self) -> Option<Diagnostic> {
        if ESCAPE.iter().any(|message| self.found(message)) {
            return self.escape();
        }
        let quote = self.open.quote?;
        if self.found(CONTROL_CHARACTER) && !self.rest().starts_with(['\n', '\r']) {
            Some(diags::control_character(self.place(self.at, 1)))
        } else {
            Some(diags::unclosed_string(self.place(quote, 1)))
        }
    }

    /// The escape that the check has stopped in, or just behind.
    fn escape(&self) -> Option<Diagnostic> {
        let text = self.source.text();
        let end = self.at + self.rest().chars().next().map_or(0, char::len_utf8);
        let start = text[..end].rfind('\\')?;
        let mut after = text[start + 1..].chars();
        let kind = after.next().filter(|kind| !kind.is_control());
        let digits = after.take_while(char::is_ascii_hexdigit).take(4).count();
        Some(match kind {
            Some('u') => diags::invalid_escape(self.place(start, 2 + digits)),
            Some(kind) => diags::invalid_escape(self.place(start, 1 + kind.len_utf8())),
            None => diags::control_character(self.place(start + 1, 1)),
        })
    }

    /// What other languages have, and JSON has not.
    fn foreign(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
            return Some(diags::comment(self.token()));
        }
        let quotes = ['\'', '`', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
        rest.starts_with(quotes).then(|| diags::other_quotes(self.token()))
    }

    fn between_values(&self) -> Diagnostic {
        let rest = self.rest();
        let closes = rest.starts_with([']', '}']);
        let opener = self.open.brackets.last().map(|(opener, _)| *opener);
        let before = self.source.text()[..self.at].trim_end();
        if closes && before.ends_with(',') {
            return diags::trailing_comma(self.place(before.len() - 1, 1), &rest[..1]);
        }
        if self.is_in_word() {
            return self.wrong_value();
        }
        if self.found("trailing characters") {
            return diags::extra_text(self.token());
        }
        if self.found("key must be a string") {
            return if rest.starts_with(is_word) {
                diags::name_without_quotes(self.token())
            } else {
                diags::missing_name(self.token())
            };
        }
        if self.found("expected `:`") {
            return diags::missing_colon(self.token());
        }
        match opener {
            Some(opener) if self.found("expected `,`") => {
                if closes {
                    diags::wrong_closer(self.token(), opener)
                } else {
                    diags::missing_comma(self.token(), opener)
                }
            }
            _ => self.wrong_value(),
        }
    }

    /// What stands where a value should.
    fn wrong_value(&self) -> Diagnostic {
        let word = self.word();
        let text = word.text();
        if text.is_empty() {
            return diags::missing_value(self.token());
        }
        if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            diags::invalid_number(word)
        } else {
            diags::unknown_word(word)
        }
    }

    /// Whether the stop is in something that begins as a number or a word.
    fn is_in_word(&self) -> bool {
        self.source.text()[..self.at].ends_with(is_word) && self.rest().starts_with(is_word)
    }

    /// The word or number around the stop.
    fn word(&self) -> Place {
        let (before, rest) = self.source.text().split_at(self.at);
        let start = before.trim_end_matches(is_word).len();
        let end = self.at + rest.len() - rest.trim_start_matches(is_word).len();
        self.source.place(Span::from(start..end))
    }

    /// The word at the stop, or the single character.
    fn token(&self) -> Place {
        let rest = self.rest();
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        self.place(self.at, word.max(rest.chars().next().map_or(0, char::len_utf8)))
    }

    fn rest(&self) -> &str {
        &self.source.text()[self.at..]
    }

    fn found(&self, message: &str) -> bool {
        self.message.starts_with(message)
    }

    fn place(&self, start: usize, length: usize) -> Place {
        self.source.place(Span::from(start..start + length))
    }
}

/// Whether a character can be part of what someone took for a word or a number.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_+-.$".contains(c)
}
