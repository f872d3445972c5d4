//! Diagnostics and source locations as JSON, in the form of the reference's `hcldec`.

use std::borrow::Cow;
use std::fmt::Write as _;

use ::serde::ser::SerializeStruct;
use ::serde::{Serialize, Serializer};
use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Diagnostic, Subject, is_unsafe_to_print};
use hcldyn_core::syntax::{Place, Position};

/// Diagnostics in the form of `--diags=json`.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::json::{self, JsonDiagnostics, JsonRange};
/// use hcldyn::diag::Diagnostic;
/// use hcldyn::syntax::{Source, Span};
///
/// let place = Source::new("a.hcl", "port = 80").place(Span::new(0, 4));
/// let diags = Diagnostics::from(Diagnostic::error(place.clone(), "Low port", "It needs privileges."));
/// assert!(json::text(&JsonDiagnostics::new(&diags)).contains("\"summary\": \"Low port\""));
/// assert!(json::text(&JsonRange::new(&place)).contains("\"a.hcl\""));
/// assert_eq!(json::printable("\u{7f}".to_owned()), "\\u007f");
/// ```
#[derive(Debug, Default)]
pub struct JsonDiagnostics {
    /// The diagnostics in their order.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// One diagnostic.
#[derive(Debug)]
pub struct JsonDiagnostic {
    severity: String,
    code: Cow<'static, str>,
    summary: Cow<'static, str>,
    detail: String,
    subject: JsonRange,
}

/// A range in a file.
#[derive(Debug)]
pub struct JsonRange {
    filename: String,
    start: Point,
    end: Point,
}

#[derive(Debug)]
struct Point {
    line: u32,
    column: u32,
    byte: u32,
}

impl JsonDiagnostics {
    /// Returns diagnostics in this form.
    pub fn new(diags: &Diagnostics) -> Self {
        Self { diagnostics: diags.iter().map(JsonDiagnostic::new).collect() }
    }
}

impl JsonDiagnostic {
    fn new(diagnostic: &Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity.to_string(),
            code: diagnostic.code.clone(),
            summary: diagnostic.summary.clone(),
            detail: diagnostic.detail_with_help().into_owned(),
            subject: JsonRange::of_subject(&diagnostic.subject),
        }
    }
}

impl JsonRange {
    /// Returns a location in this form.
    pub fn new(place: &Place) -> Self {
        let span = place.span();
        Self {
            filename: place.source().name().to_owned(),
            start: Point::new(place.start(), span.start),
            end: Point::new(place.end(), span.end),
        }
    }

    /// Returns the range of a subject. For an input as a whole, it is its start, which names the input.
    fn of_subject(subject: &Subject) -> Self {
        match subject {
            Subject::Place(place) => Self::new(place),
            input => {
                let start = || Point::new(Position { line: 1, column: 1 }, 0);
                Self { filename: input.input_name().to_owned(), start: start(), end: start() }
            }
        }
    }
}

impl Point {
    fn new(position: Position, byte: u32) -> Self {
        Self { line: position.line, column: position.column, byte }
    }
}

impl Serialize for JsonDiagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("JsonDiagnostics", 1)?;
        object.serialize_field("diagnostics", &self.diagnostics)?;
        object.end()
    }
}

impl Serialize for JsonDiagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("JsonDiagnostic", 5)?;
        object.serialize_field("severity", &self.severity)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("summary", &self.summary)?;
        if !self.detail.is_empty() {
            object.serialize_field("detail", &self.detail)?;
        }
        object.serialize_field("subject", &self.subject)?;
        object.end()
    }
}

impl Serialize for JsonRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("JsonRange", 3)?;
        object.serialize_field("filename", &self.filename)?;
        object.serialize_field("start", &self.start)?;
        object.serialize_field("end", &self.end)?;
        object.end()
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Point", 3)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &self.column)?;
        object.serialize_field("byte", &self.byte)?;
        object.end()
    }
}

/// Returns a value as JSON text with a final line break.
pub fn text(value: &impl Serialize) -> String {
    // The values have string keys and no parts that fail, so writing them cannot fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    printable(text) + "\n"
}

/// Returns JSON text with all unprintable characters escaped. Only strings can contain them, so the value stays the
/// same.
pub fn printable(text: String) -> String {
    // Most JSON text is plain ASCII, and all other control characters in its strings are escaped.
    if text.is_ascii() && !text.contains('\u{7f}') {
        return text;
    }
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe_to_print(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string never fails.
                let _ = write!(printable, "\\u{unit:04x}");
            }
        } else {
            printable.push(c);
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_keeps_its_meaning() {
        let every: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        let text = printable(serde_json::to_string(&every).unwrap());
        assert!(!text.contains(is_unsafe_to_print));
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), every);
        assert_eq!(printable("\u{9b}\u{e0041}é".to_owned()), r"\u009b\udb40\udc41é");
    }
}
