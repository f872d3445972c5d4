//! Tables of comma-separated values (RFC 4180).

use std::collections::HashSet;

use super::Named;
use super::arguments::text;
use super::limits::{check_elements, spend_on_parsing};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::csv::{CsvError, Field, Records};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("csvdecode", csvdecode())]
}

fn csvdecode() -> Function {
    Function::builder("The rows of a CSV document as objects, with the header as attribute names.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::Dynamic, |args, _| {
            let text = text(args, 0)?;
            spend_on_parsing(text);
            table(Records::new(text))
        })
}

fn table(mut records: Records<'_>) -> Result<Value, FunctionError> {
    let columns = read(&mut records)?
        .ok_or_else(|| FunctionError::must(0, "begin with a line of column names, but is empty"))?;
    if let Some(name) = repeated(&columns) {
        return Err(FunctionError::must(
            0,
            format!("have unique column names, but {name:?} appears twice"),
        ));
    }
    let row_type = Type::object(columns.iter().map(|name| (name.as_str(), Type::String)));
    let mut rows = Vec::new();
    while let Some(fields) = read(&mut records)? {
        if fields.len() != columns.len() {
            let (found, wanted) = (fields.len(), columns.len());
            let plural = if found == 1 { "" } else { "s" };
            let reason = format!("has {found} field{plural}; the header has {wanted}");
            return Err(wrong(records.line(), &reason));
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

/// Reads the fields of the next record.
fn read(records: &mut Records<'_>) -> Result<Option<Vec<String>>, FunctionError> {
    let error = |error: CsvError| {
        let found = wrong(error.line, error.reason);
        match error.help {
            Some(help) => found.with_help(help),
            None => found,
        }
    };
    let value = |field: Field| field.value;
    let fields = records.read().map_err(error)?;
    Ok(fields.map(|fields| fields.into_iter().map(value).collect()))
}

fn wrong(line: usize, reason: &str) -> FunctionError {
    FunctionError::at(0, format!("line {line} {reason}"))
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
