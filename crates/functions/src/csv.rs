//! Tables of comma-separated values (RFC 4180), read as strictly as by the reference.
//!
//! The `csv` crate accepts inputs that the reference rejects: a quote within a field, text after a closing quote,
//! and an unclosed quote. A check before it would have to parse lines, fields and quotes as this reader does, so
//! the crate would save nothing.

use std::collections::HashSet;

use super::Named;
use super::arguments::text;
use super::limits::{check_elements, spend_on_parsing};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("csvdecode", csvdecode())]
}

fn csvdecode() -> Function {
    Function::builder("The rows of a CSV document as objects, with the header as attribute names.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::Dynamic, |args, _| {
            // A carriage return and line feed are one line break, even inside quotes.
            let text = text(args, 0)?.replace("\r\n", "\n");
            spend_on_parsing(&text);
            let records = Records { rest: text.strip_suffix('\r').unwrap_or(&text), line: 1 };
            table(records)
        })
}

fn table(mut records: Records<'_>) -> Result<Value, FunctionError> {
    let columns = records
        .read()?
        .ok_or_else(|| FunctionError::must(0, "begin with a line of column names, but is empty"))?;
    if let Some(name) = repeated(&columns) {
        return Err(FunctionError::must(
            0,
            format!("have unique column names, but {name:?} appears twice"),
        ));
    }
    let row_type = Type::object(columns.iter().map(|name| (name.as_str(), Type::String)));
    let mut rows = Vec::new();
    while let Some(fields) = records.read()? {
        if fields.len() != columns.len() {
            let (found, wanted) = (fields.len(), columns.len());
            let plural = if found == 1 { "" } else { "s" };
            return Err(
                records.wrong(&format!("has {found} field{plural}; the header has {wanted}"))
            );
        }
        let fields = fields.into_iter().map(Value::from);
        rows.push(Value::object(columns.iter().map(String::as_str).zip(fields)));
        check_elements(rows.len() * columns.len())?;
    }
    Ok(Value::list(row_type, rows))
}

fn repeated(columns: &[String]) -> Option<&String> {
    let mut names = HashSet::new();
    columns.iter().find(|name| !names.insert(*name))
}

/// A reader of records, one at a time.
struct Records<'a> {
    rest: &'a str,
    /// The line number of the start of `rest`.
    line: usize,
}

impl<'a> Records<'a> {
    /// Reads the fields of the next non-empty line.
    fn read(&mut self) -> Result<Option<Vec<String>>, FunctionError> {
        while self.skip("\n") {}
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut fields = vec![self.field()?];
        while self.skip(",") {
            fields.push(self.field()?);
        }
        Ok(Some(fields))
    }

    fn field(&mut self) -> Result<String, FunctionError> {
        if self.skip("\"") {
            return self.quoted();
        }
        let end = self.rest.find([',', '\n']).unwrap_or(self.rest.len());
        let field = self.take(end);
        if field.contains('"') {
            Err(self
                .wrong("has a quotation mark in an unquoted field")
                .with_help("quote the field and double the quotation mark"))
        } else {
            Ok(field.to_owned())
        }
    }

    /// Reads the rest of a field after its opening quote.
    fn quoted(&mut self) -> Result<String, FunctionError> {
        let mut field = String::new();
        while let Some(quote) = self.rest.find('"') {
            field.push_str(self.take(quote));
            self.skip("\"");
            if self.skip("\"") {
                field.push('"');
            } else if self.rest.is_empty() || self.rest.starts_with([',', '\n']) {
                return Ok(field);
            } else {
                return Err(self
                    .wrong("has text after a closing quotation mark")
                    .with_help("double a quotation mark inside a quoted field"));
            }
        }
        Err(self.wrong("has a quoted field without a closing quotation mark"))
    }

    fn take(&mut self, count: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(count);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip(&mut self, expected: &str) -> bool {
        let skipped = self.rest.starts_with(expected);
        if skipped {
            self.take(expected.len());
        }
        skipped
    }

    fn wrong(&self, reason: &str) -> FunctionError {
        let line = self.line;
        FunctionError::at(0, format!("line {line} {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::MAX_ELEMENTS;
    use crate::testing::{call, error};
    use hcldyn_cty::Value;

    #[test]
    fn rows_are_objects() {
        let row = |id, name| Value::object([("id", Value::from(id)), ("name", Value::from(name))]);
        let expected = Value::list(row("", "").ty(), vec![row("1", "a,b"), row("2", "\"\n")]);
        let text = "id,name\r\n1,\"a,b\"\r\n\n2,\"\"\"\r\n\"";
        assert_eq!(call("csvdecode", [Value::from(text)]), expected);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| error("csvdecode", [Value::from(text)]);
        let line = |line, reason| format!("line {line} {reason}");
        assert_eq!(error("a,b\n1,2\n3"), line(3, "has 1 field; the header has 2"));
        assert_eq!(
            error("\na\n\"x\n\n"),
            line(3, "has a quoted field without a closing quotation mark")
        );
        assert!(error("a\nb\"\n").starts_with(&line(2, "has a quotation mark")));
        assert!(error("a\n\"\n\"b\n").starts_with(&line(3, "has text after a closing")));
        assert_eq!(error("a,b,a"), "must have unique column names, but \"a\" appears twice");
        assert_eq!(error("\n"), "must begin with a line of column names, but is empty");
    }

    #[test]
    fn a_table_is_limited() {
        let columns: Vec<_> = (0..1000).map(|index| index.to_string()).collect();
        let row = format!("\n{}", ",".repeat(columns.len() - 1));
        let text = columns.join(",") + &row.repeat(MAX_ELEMENTS / columns.len() + 1);
        assert!(error("csvdecode", [Value::from(text)]).contains("1000000"));
    }
}
