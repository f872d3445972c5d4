//! Records of comma-separated values (RFC 4180), read as strictly as by the reference.
//!
//! The `csv` crate accepts inputs that the reference rejects: a quote within a field, text after a closing quote,
//! and an unclosed quote. A check before it would have to parse lines, fields and quotes as this reader does, so
//! the crate would save nothing.

use std::fmt;
use std::ops::Range;

/// A reader of records, one at a time. A carriage return and line feed are one line break, even inside quotes.
#[derive(Debug)]
pub struct Records<'a> {
    text: &'a str,
    /// The offset of the first byte that is not read yet.
    at: usize,
    /// The line number of that byte.
    line: usize,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its value, without quotes.
    pub value: String,
    /// Its position in the text, with quotes.
    pub range: Range<usize>,
}

/// A syntax error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvError {
    /// The line number of the error.
    pub line: usize,
    /// Its position in the text.
    pub range: Range<usize>,
    /// The reason, which continues a sentence about the line.
    pub reason: &'static str,
    /// The cure, in the imperative.
    pub help: Option<&'static str>,
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} {}", self.line, self.reason)
    }
}

impl std::error::Error for CsvError {}

impl<'a> Records<'a> {
    /// Returns a reader of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text: text.strip_suffix('\r').unwrap_or(text), at: 0, line: 1 }
    }

    /// Returns the line number of the next byte.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the offset of the next record that is not an empty line, or `None` at the end.
    pub fn next_offset(&mut self) -> Option<usize> {
        while self.skip("\r\n") || self.skip("\n") {}
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Reads the fields of the next record that is not an empty line.
    ///
    /// # Errors
    ///
    /// Fails if a field is not valid.
    pub fn read(&mut self) -> Result<Option<Vec<Field>>, CsvError> {
        if self.next_offset().is_none() {
            return Ok(None);
        }
        let mut fields = vec![self.field()?];
        while self.skip(",") {
            fields.push(self.field()?);
        }
        Ok(Some(fields))
    }

    fn field(&mut self) -> Result<Field, CsvError> {
        let start = self.at;
        if self.skip("\"") {
            let value = self.quoted(start)?;
            return Ok(Field { value, range: start..self.at });
        }
        let rest = self.rest();
        let end = rest.find([',', '\n']).unwrap_or(rest.len());
        let is_line_end = rest[end..].starts_with('\n');
        let field = &rest[..end];
        let field = field.strip_suffix('\r').filter(|_| is_line_end).unwrap_or(field);
        let range = start..start + field.len();
        if field.contains('"') {
            let help = Some("quote the field and double the quotation mark");
            return Err(self.wrong(range, "has a quotation mark in an unquoted field", help));
        }
        self.take(field.len());
        // The line break is that of the record.
        Ok(Field { value: field.to_owned(), range })
    }

    /// Reads the rest of a field after its opening quote.
    fn quoted(&mut self, start: usize) -> Result<String, CsvError> {
        let mut field = String::new();
        while let Some(quote) = self.rest().find('"') {
            field.push_str(&self.take(quote).replace("\r\n", "\n"));
            self.skip("\"");
            let rest = self.rest();
            if self.skip("\"") {
                field.push('"');
            } else if rest.is_empty() || rest.starts_with([',', '\n']) || rest.starts_with("\r\n") {
                return Ok(field);
            } else {
                let end = self.at + rest.chars().next().map_or(0, char::len_utf8);
                let help = Some("double a quotation mark inside a quoted field");
                let reason = "has text after a closing quotation mark";
                return Err(self.wrong(self.at..end, reason, help));
            }
        }
        let reason = "has a quoted field without a closing quotation mark";
        Err(self.wrong(start..start + 1, reason, None))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, count: usize) -> &'a str {
        let taken = &self.rest()[..count];
        self.line += taken.matches('\n').count();
        self.at += count;
        taken
    }

    fn skip(&mut self, expected: &str) -> bool {
        let skipped = self.rest().starts_with(expected);
        if skipped {
            self.take(expected.len());
        }
        skipped
    }

    fn wrong(
        &self,
        range: Range<usize>,
        reason: &'static str,
        help: Option<&'static str>,
    ) -> CsvError {
        CsvError { line: self.line, range, reason, help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Vec<(String, &str)>> {
        let (mut records, mut found) = (Records::new(text), Vec::new());
        while let Some(fields) = records.read().unwrap() {
            let fields = fields.into_iter().map(|it| (it.value, &text[it.range]));
            found.push(fields.collect());
        }
        found
    }

    fn field<'a>(value: &str, written: &'a str) -> (String, &'a str) {
        (value.to_owned(), written)
    }

    #[test]
    fn fields_have_positions() {
        let text = "a, b,\r\n\r\n\"c,\"\"\",\"\r\n\",\u{e9}\r\n\n\"\"\r";
        let first = vec![field("a", "a"), field(" b", " b"), field("", "")];
        let second =
            vec![field("c,\"", "\"c,\"\"\""), field("\n", "\"\r\n\""), field("\u{e9}", "\u{e9}")];
        assert_eq!(records(text), [first, second, vec![field("", "\"\"")]]);
        assert_eq!(records("a\r\r\n"), [[field("a\r", "a\r")]]);
        assert!(records("\r\n\n").is_empty());
    }

    #[test]
    fn errors_have_positions() {
        let error = |text: &str| {
            let mut records = Records::new(text);
            loop {
                if let Err(error) = records.read() {
                    return (error.line, text[error.range].to_owned(), error.reason);
                }
            }
        };
        let unquoted = "has a quotation mark in an unquoted field";
        assert_eq!(error("a\n[\"b\"]\n"), (2, "[\"b\"]".to_owned(), unquoted));
        let after = "has text after a closing quotation mark";
        assert_eq!(error("a,\"b\" ,c"), (1, " ".to_owned(), after));
        let unclosed = "has a quoted field without a closing quotation mark";
        assert_eq!(error("\"a\nb"), (1, "\"".to_owned(), unclosed));
    }
}
