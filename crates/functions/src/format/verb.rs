//! The parts of a format string, and the formatting of a value by a verb.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

use super::number;
use crate::json;
use hcldyn_cty::convert::convert;
use hcldyn_cty::function::FunctionError;
use hcldyn_cty::internal::with_article;
use hcldyn_cty::{Number, Type, Value};

/// The maximum width and precision, in characters or digits.
const MAX_WIDTH: usize = 1000;

/// A part of a format string.
pub(super) enum Piece<'a> {
    /// Literal text.
    Text(&'a str),
    /// A verb, replaced by a value.
    Verb(Verb<'a>),
}

/// A verb: `%`, flags, width, precision, the index of a value, and a letter.
#[derive(Default)]
pub(super) struct Verb<'a> {
    /// The index of its value, from 1.
    pub(super) value: usize,
    pub(super) zero: bool,
    pub(super) sharp: bool,
    pub(super) minus: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
    pub(super) form: char,
    raw: &'a str,
    offset: usize,
}

/// Returns the parts of a format string, up to the first error.
pub(super) fn pieces(format: &str) -> impl Iterator<Item = Result<Piece<'_>, FunctionError>> {
    let mut offset = 0;
    let mut next_value = 1;
    std::iter::from_fn(move || {
        let rest = &format[offset..];
        let at = offset;
        let piece = match rest.find('%') {
            _ if rest.is_empty() => return None,
            Some(0) if rest.starts_with("%%") => {
                offset += 2;
                Piece::Text("%")
            }
            Some(0) => match Verb::read(rest, next_value, at) {
                Ok(verb) => {
                    offset += verb.raw.len();
                    next_value = verb.value.saturating_add(1);
                    Piece::Verb(verb)
                }
                Err(error) => {
                    offset = format.len();
                    return Some(Err(error));
                }
            },
            end => {
                let text = &rest[..end.unwrap_or(rest.len())];
                offset += text.len();
                Piece::Text(text)
            }
        };
        Some(Ok(piece))
    })
}

impl<'a> Verb<'a> {
    /// Reads the verb at the start of a string.
    fn read(text: &'a str, next_value: usize, offset: usize) -> Result<Self, FunctionError> {
        let mut verb = Self { value: next_value, offset, ..Self::default() };
        let mut rest = &text[1..];
        while let Some(flag) = verb.flag(rest) {
            *flag = true;
            rest = &rest[1..];
        }
        if rest.starts_with(|char: char| char.is_ascii_digit()) {
            verb.width = take_number(&mut rest);
        }
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            verb.precision = Some(take_number(&mut rest));
        }
        if let Some(after) = rest.strip_prefix('[').filter(|after| !after.starts_with('0')) {
            rest = after;
            verb.value = take_number(&mut rest);
            rest = rest.strip_prefix(']').filter(|_| verb.value > 0).unwrap_or("");
        }
        verb.form = match rest.chars().next() {
            Some(form) if form.is_ascii_alphabetic() => form,
            Some(other) => {
                return Err(verb.unfinished(&format!("{other:?} is not a verb letter")));
            }
            None => return Err(verb.unfinished("the verb letter is missing")),
        };
        verb.raw = &text[..=text.len() - rest.len()];
        if verb.width.max(verb.precision.unwrap_or_default()) > MAX_WIDTH {
            let message = format!("{verb} has a width or precision of more than {MAX_WIDTH}");
            return Err(FunctionError::at(0, message));
        }
        Ok(verb)
    }

    fn flag(&mut self, text: &str) -> Option<&mut bool> {
        match text.as_bytes().first()? {
            b'0' => Some(&mut self.zero),
            b'#' => Some(&mut self.sharp),
            b'-' => Some(&mut self.minus),
            b'+' => Some(&mut self.plus),
            b' ' => Some(&mut self.space),
            _ => None,
        }
    }

    fn unfinished(&self, reason: &str) -> FunctionError {
        let offset = self.offset;
        FunctionError::at(0, format!("the verb at byte {offset} is incomplete: {reason}"))
            .with_help("write %% for a percent sign")
    }

    /// Returns a value formatted by this verb, or the predicate of a sentence about the verb.
    pub(super) fn apply(&self, value: &Value) -> Result<String, String> {
        if value.is_null() && self.form != 'v' {
            return Err("requires a value that is not null; %v formats null".to_owned());
        }
        match self.form {
            'v' => self.any(value).map(|text| self.pad(text)),
            't' => convert_to(value, &Type::Bool).map(|value| value.describe()),
            'b' | 'o' | 'd' | 'x' | 'X' => number::integer(self, &number_of(value)?),
            'e' | 'E' | 'f' | 'g' | 'G' => Ok(number::decimal(self, &number_of(value)?)),
            's' => self.string(value).map(|text| self.pad(text)),
            'q' => self.string(value).map(|text| self.pad(json::quote(&text))),
            _ => Err("is an unknown verb".to_owned()),
        }
    }

    /// Formats a string as it is, a number in its shortest form, and any other value as JSON; with `#`, every value
    /// as JSON.
    fn any(&self, value: &Value) -> Result<String, String> {
        match (value.as_str(), value.as_number()) {
            (Some(text), _) if !self.sharp => Ok(text.to_owned()),
            (_, Some(number)) if !self.sharp => Ok(number::shortest(number)),
            _ => json::encode(value).map_err(|reason| format!("can't format the value: {reason}")),
        }
    }

    fn string(&self, value: &Value) -> Result<String, String> {
        let value = convert_to(value, &Type::String)?;
        let text = value.as_str().unwrap_or_default();
        Ok(match self.precision {
            Some(precision) => text.graphemes(true).take(precision).collect(),
            None => text.to_owned(),
        })
    }

    fn pad(&self, text: String) -> String {
        // Counting more characters than the width is unnecessary.
        let length = text.graphemes(true).take(self.width).count();
        let padding = if self.zero { "0" } else { " " }.repeat(self.width - length);
        if self.minus { text + &padding } else { padding + &text }
    }
}

impl fmt::Display for Verb<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at byte {}", self.raw, self.offset)
    }
}

fn number_of(value: &Value) -> Result<Number, String> {
    let number = convert_to(value, &Type::Number)?;
    number.as_number().cloned().ok_or_else(|| "requires a number".to_owned())
}

fn convert_to(value: &Value, wanted: &Type) -> Result<Value, String> {
    convert(value.clone(), wanted).map_err(|_| {
        let [wanted, found] = [wanted, &value.ty()].map(|ty| with_article(&ty.friendly_name()));
        format!("requires {wanted}, not {found}")
    })
}

/// Takes the digits at the start of a string. A number that is too large becomes [`usize::MAX`].
fn take_number(text: &mut &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    *text = rest;
    if number.is_empty() { 0 } else { number.parse().unwrap_or(usize::MAX) }
}
