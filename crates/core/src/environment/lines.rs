//! The syntax of `.env` files.
//!
//! The reader is our own because the location of each value is needed, which `dotenvy` does not give.

use std::ops::Range;

use super::diags;
use super::text::InputText;
use crate::diag::Diagnostics;
use crate::source::{Place, Source, Span};

/// A variable in a file.
pub(super) struct Line {
    pub(super) name: Place,
    pub(super) text: InputText,
}

/// Reads the variables of a file, in their order, up to the first line that is not valid, which is reported. The lines after
/// it may be parts of a value, so reports show nothing from there on.
pub(super) fn read(source: &Source, diags: &mut Diagnostics) -> Vec<Line> {
    let at =
        if source.text().starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let (mut reader, mut lines) = (LineReader { source, at, diags }, Vec::new());
    while reader.skip_to_name() {
        let start = reader.at;
        match reader.line() {
            Some(line) => lines.push(line),
            None => {
                let rest = Span::from(start..source.text().len());
                reader.diags.hide(&source.place(rest));
                break;
            }
        }
    }
    lines
}

/// A mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The whitespace within a line.
const SPACES: [char; 2] = [' ', '\t'];

/// A reader of lines.
struct LineReader<'s, 'd> {
    source: &'s Source,
    at: usize,
    diags: &'d mut Diagnostics,
}

impl<'s> LineReader<'s, '_> {
    fn rest(&self) -> &'s str {
        &self.source.text()[self.at..]
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(SPACES).len();
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    /// Skips empty lines and comments. Returns `false` at the end of the file.
    fn skip_to_name(&mut self) -> bool {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if !self.rest().starts_with('#') {
                return !self.rest().is_empty();
            }
            self.skip_line();
        }
    }

    /// Returns the location of the next character, or of the line break after it.
    fn here(&self) -> Place {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.source.place((self.at..self.at + length).into())
    }

    /// Reads one variable up to the end of its last line. Returns `None` after an error.
    fn line(&mut self) -> Option<Line> {
        if let Some(rest) = self.rest().strip_prefix("export")
            && rest.starts_with(SPACES)
        {
            self.at += "export".len();
            self.skip_spaces();
        }
        let name = self.name()?;
        self.skip_spaces();
        if !self.rest().starts_with('=') {
            let here = self.here();
            return self.diags.fail(diags::missing_equals_sign(here));
        }
        self.at += 1;
        let after_sign = self.at;
        self.skip_spaces();
        let text = match self.rest().chars().next() {
            Some('\'') => self.single_quoted()?,
            Some('"') => self.double_quoted()?,
            _ => return Some(Line { name, text: self.unquoted(after_sign) }),
        };
        self.end_of_line()?;
        Some(Line { name, text })
    }

    fn name(&mut self) -> Option<Place> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(is_part).len();
        if length == 0 || rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let here = self.here();
            return self.diags.fail(diags::missing_variable_name(here));
        }
        let name = self.source.place((self.at..self.at + length).into());
        self.at += length;
        Some(name)
    }

    /// Reads a value without quotes, up to a comment. `after_sign` is the position after the equals sign.
    fn unquoted(&mut self, after_sign: usize) -> InputText {
        self.skip_line();
        let line = &self.source.text()[after_sign..self.at];
        let is_comment = |(at, _): &(usize, &str)| line[..*at].ends_with(SPACES);
        let comment = line.match_indices('#').find(is_comment);
        let value = line[..comment.map_or(line.len(), |(at, _)| at)].trim_end();
        let end = after_sign + value.len();
        let start = end - value.trim_start().len();
        self.verbatim(start..end)
    }

    fn single_quoted(&mut self) -> Option<InputText> {
        let quote = self.here();
        let start = self.at + 1;
        let Some(length) = self.source.text()[start..].find('\'') else {
            return self.diags.fail(diags::unclosed_value(quote));
        };
        self.at = start + length + 1;
        Some(self.verbatim(start..start + length))
    }

    /// Returns a value without escapes.
    fn verbatim(&self, range: Range<usize>) -> InputText {
        let jumps = vec![(0, range.start as u32)];
        let place = self.source.place(range.into());
        InputText::in_file(place.text().to_owned(), place, jumps)
    }

    fn double_quoted(&mut self) -> Option<InputText> {
        let (quote, source) = (self.here(), self.source);
        let start = self.at + 1;
        let (mut at, mut text) = (start, String::new());
        let mut jumps = vec![(0, start as u32)];
        loop {
            let rest = &source.text()[at..];
            let Some(length) = rest.find(['"', '\\']) else {
                return self.diags.fail(diags::unclosed_value(quote));
            };
            text.push_str(&rest[..length]);
            at += length;
            let mut characters = rest[length..].chars();
            if characters.next() == Some('"') {
                self.at = at + 1;
                let place = source.place((start..at).into());
                return Some(InputText::in_file(text, place, jumps));
            }
            let Some(escaped) = characters.next() else {
                return self.diags.fail(diags::unclosed_value(quote));
            };
            let end = at + 1 + escaped.len_utf8();
            text.push(match escaped {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '\\' | '"' | '\'' | '$' => escaped,
                _ => {
                    let escape = source.place((at..end).into());
                    return self.diags.fail(diags::unknown_escape(escape));
                }
            });
            at = end;
            jumps.push((text.len() as u32, at as u32));
        }
    }

    /// Skips the whitespace and the comment after a quoted value.
    fn end_of_line(&mut self) -> Option<()> {
        self.skip_spaces();
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with(['\n', '#']) || rest.starts_with("\r\n") {
            self.skip_line();
            return Some(());
        }
        let here = self.here();
        self.diags.fail(diags::extra_after_value(here))
    }
}
