//! Writes values as YAML.
//!
//! No library writes the same bytes as the reference. Its output follows libyaml. Strings are in double quotes and
//! folded after 80 columns, or literal blocks if they have several lines.

use std::fmt::Write;

use super::MAX_YAML_DEPTH;
use hcldyn_cty::{Kind, Value};

/// The number of columns after which a line is folded at the next space.
const WIDTH: usize = 80;

/// The maximum number of bytes of a key on one line with its value.
const MAX_SIMPLE_KEY: usize = 128;

/// The indentation of each level.
const INDENT: usize = 2;

/// Writes a wholly known value without marks, stopping at about `most_bytes` bytes.
pub(super) fn write(value: &Value, most_bytes: usize) -> Result<String, String> {
    let mut writer =
        YamlWriter { most_bytes, out: String::new(), column: 0, gap: true, margin: true };
    writer.value(value, Place { indent: 0, parent: Parent::Document }, MAX_YAML_DEPTH)?;
    writer.break_to(0);
    if matches!(value.kind(), Kind::Null(_) | Kind::Bool(_) | Kind::Number(_)) {
        // The reference closes a document that is a plain scalar.
        writer.out.push_str("...\n");
    }
    Ok(writer.out)
}

struct YamlWriter {
    most_bytes: usize,
    out: String,
    /// The number of characters in the line.
    column: usize,
    /// `true` at the start, and after a space.
    gap: bool,
    /// `true` if the line only contains indentation: spaces, `-`, `?` and `:`.
    margin: bool,
}

/// The position of a value.
#[derive(Clone, Copy)]
struct Place {
    /// The indentation of its parent.
    indent: usize,
    parent: Parent,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    Document,
    Sequence,
    Mapping,
}

/// The lines of a string in quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// A single line.
    One,
    /// Folded if it is long.
    Folded,
}

impl YamlWriter {
    fn value(&mut self, value: &Value, place: Place, depth: usize) -> Result<(), String> {
        let inner = || {
            depth
                .checked_sub(1)
                .ok_or_else(|| format!("it is nested more than {MAX_YAML_DEPTH} levels deep"))
        };
        if self.out.len() > self.most_bytes {
            return Err(format!("its YAML form has more than {} bytes", self.most_bytes));
        }
        match value.kind() {
            Kind::Null(_) => self.token("null"),
            Kind::Bool(value) => self.token(if value { "true" } else { "false" }),
            Kind::Number(number) if number.is_infinite() => {
                self.token(if number.is_negative() { "-.inf" } else { ".inf" });
            }
            Kind::Number(number) => self.token(&number.to_string()),
            Kind::String(text) => self.string(text, place.indent + INDENT),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                self.sequence(value.elements(), place, inner()?)?;
            }
            Kind::Map(map) => {
                self.mapping(
                    map.iter().map(|(key, value)| (key.as_str(), value)),
                    place,
                    inner()?,
                )?;
            }
            Kind::Object(object) => {
                let attributes = object.iter().map(|(name, value)| (name.as_str(), value));
                self.mapping(attributes, place, inner()?)?;
            }
            _ => {
                return Err(format!("it contains {}, which YAML can't express", value.describe()));
            }
        }
        Ok(())
    }

    fn sequence(&mut self, elements: &[Value], place: Place, depth: usize) -> Result<(), String> {
        if elements.is_empty() {
            self.token("[]");
            return Ok(());
        }
        let indent = match place.parent {
            Parent::Document => 0,
            // The elements of a sequence next to a key have the indentation of the key.
            Parent::Mapping if !self.margin => place.indent,
            _ => place.indent + INDENT,
        };
        for element in elements {
            self.break_to(indent);
            self.indicator('-');
            self.value(element, Place { indent, parent: Parent::Sequence }, depth)?;
        }
        Ok(())
    }

    fn mapping<'a>(
        &mut self,
        entries: impl ExactSizeIterator<Item = (&'a str, &'a Value)>,
        place: Place,
        depth: usize,
    ) -> Result<(), String> {
        if entries.len() == 0 {
            self.token("{}");
            return Ok(());
        }
        let indent = if place.parent == Parent::Document { 0 } else { place.indent + INDENT };
        for (key, value) in entries {
            self.break_to(indent);
            if key.contains(is_break) || key.len() > MAX_SIMPLE_KEY {
                self.indicator('?');
                self.string(key, indent + INDENT);
                self.break_to(indent);
                self.indicator(':');
            } else {
                self.quoted(key, Lines::One, indent);
                self.put(':');
                (self.gap, self.margin) = (false, false);
            }
            self.value(value, Place { indent, parent: Parent::Mapping }, depth)?;
        }
        Ok(())
    }

    fn string(&mut self, text: &str, indent: usize) {
        if may_be_block(text) {
            self.block(text, indent);
        } else {
            self.quoted(text, Lines::Folded, indent);
        }
    }

    fn quoted(&mut self, text: &str, lines: Lines, indent: usize) {
        self.token("\"");
        let mut chars = text.char_indices().peekable();
        let mut after_space = false;
        while let Some((index, char)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            let is_inside = index > 0 && next.is_some();
            match char {
                ' ' if lines == Lines::Folded
                    && !after_space
                    && self.column > WIDTH
                    && is_inside =>
                {
                    self.break_to(indent);
                    if next == Some(' ') {
                        self.put('\\');
                    }
                }
                '"' | '\\' => self.escape(char),
                _ if is_break(char) || !is_printable(char) => self.escape(char),
                _ => self.put(char),
            }
            after_space = char == ' ';
        }
        self.put('"');
        (self.gap, self.margin) = (false, false);
    }

    fn escape(&mut self, char: char) {
        let short = match char {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '\u{85}' => 'N',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            '"' | '\\' => char,
            _ => return self.escape_code(char.into()),
        };
        self.put('\\');
        self.put(short);
    }

    fn escape_code(&mut self, code: u32) {
        let start = self.out.len();
        // Writing to a string cannot fail.
        let _ = match code {
            ..=0xff => write!(self.out, "\\x{code:02X}"),
            0x100..=0xffff => write!(self.out, "\\u{code:04X}"),
            _ => write!(self.out, "\\U{code:08X}"),
        };
        self.column += self.out.len() - start;
    }

    /// Writes a string line by line after `|`.
    fn block(&mut self, text: &str, indent: usize) {
        self.token("|");
        if text.starts_with(' ') || text.starts_with(is_break) {
            self.put('2');
        }
        let mut ends = text.chars().rev().map(is_break);
        match (ends.next(), ends.next()) {
            (Some(true), Some(false)) => {}
            (Some(true), _) => self.put('+'),
            _ => self.put('-'),
        }
        self.line_end('\n');
        for char in text.chars() {
            if is_break(char) {
                self.line_end(char);
                continue;
            }
            if self.margin {
                self.break_to(indent);
                self.margin = false;
            }
            self.put(char);
        }
    }

    /// Writes a line break within a block.
    fn line_end(&mut self, char: char) {
        self.out.push(char);
        self.column = 0;
        (self.gap, self.margin) = (true, true);
    }

    /// Writes a token, separated from the previous one.
    fn token(&mut self, text: &str) {
        if !self.gap {
            self.put(' ');
        }
        text.chars().for_each(|char| self.put(char));
        (self.gap, self.margin) = (false, false);
    }

    /// Writes `-`, `?` or `:`. A value may follow on the same line.
    fn indicator(&mut self, char: char) {
        let margin = self.margin;
        self.token(char.encode_utf8(&mut [0; 4]));
        self.margin = margin;
    }

    /// Moves to a column, on a new line if the current line has more than indentation.
    fn break_to(&mut self, indent: usize) {
        if !self.margin || self.column > indent || (self.column == indent && !self.gap) {
            self.out.push('\n');
            self.column = 0;
        }
        while self.column < indent {
            self.put(' ');
        }
        (self.gap, self.margin) = (true, true);
    }

    fn put(&mut self, char: char) {
        self.out.push(char);
        self.column += 1;
    }
}

/// Returns `true` if a string is written as a block: it has several lines, and all of them can be written
/// unchanged.
fn may_be_block(text: &str) -> bool {
    let blank_before_break =
        || text.chars().zip(text.chars().skip(1)).any(|(a, b)| a == ' ' && is_break(b));
    text.contains('\n')
        && !text.ends_with(' ')
        && text.chars().all(is_printable)
        && !blank_before_break()
}

fn is_break(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns `true` if a character is written unchanged. Characters beyond 16 bits are not, as in the reference.
fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}
