//! Diagnostics as data of serde.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Applicability, Diagnostic, Diagnostics, Edit, Fix, Related, Severity, Subject};
use crate::source::{Place, Source};

/// A list of the diagnostics.
impl Serialize for Diagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// An object:
///
/// | key | value |
/// |---|---|
/// | `severity` | `error` or `warning` |
/// | `code` | the name of its code, or an empty string |
/// | `summary`, `detail`, `help` | strings; `detail` and `help` can be empty |
/// | `subject` | a range, which has only a `source` if the subject is a whole input |
/// | `related` | a list of objects with `range` and `message` |
/// | `values` | a list of strings: the variables of the failing expression |
/// | `context` | a list of strings: the circumstances that the program adds; missing if there are none |
/// | `fixes` | a list of objects with `title`, `applicability` (`safe` or `uncertain`), and `edits` with `range` and `replacement` |
///
/// A range has the name of its `source`, `start` and `end`. Both are positions with `byte`, the offset from 0; `line` and
/// `column` from 1, as in reports; and the same column in bytes (`utf8`), UTF-16 code units (`utf16`) and Unicode scalar
/// values (`scalar`). There is no source text, so no secret.
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_context = !self.context.is_empty();
        let mut object = serializer.serialize_struct("Diagnostic", 9 + usize::from(has_context))?;
        object.serialize_field("severity", &self.severity)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("summary", &self.summary)?;
        object.serialize_field("detail", &self.detail)?;
        object.serialize_field("help", &self.help)?;
        match &self.subject {
            Subject::Place(place) => object.serialize_field("subject", &Range(place))?,
            Subject::Input(name) => object.serialize_field("subject", &Input(name))?,
        }
        object.serialize_field("related", &self.related)?;
        object.serialize_field("values", &self.values)?;
        if has_context {
            object.serialize_field("context", &self.context)?;
        }
        object.serialize_field("fixes", &self.fixes)?;
        object.end()
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Related {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Related", 2)?;
        object.serialize_field("range", &Range(&self.place))?;
        object.serialize_field("message", &self.message)?;
        object.end()
    }
}

impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Fix", 3)?;
        object.serialize_field("title", &self.title)?;
        let applicability = match self.applicability {
            Applicability::Safe => "safe",
            Applicability::Uncertain => "uncertain",
        };
        object.serialize_field("applicability", applicability)?;
        object.serialize_field("edits", &self.edits)?;
        object.end()
    }
}

impl Serialize for Edit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Edit", 2)?;
        object.serialize_field("range", &Range(&self.place))?;
        object.serialize_field("replacement", &self.replacement)?;
        object.end()
    }
}

/// The name of an input without source text.
struct Input<'d>(&'d str);

impl Serialize for Input<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Input", 1)?;
        object.serialize_field("source", self.0)?;
        object.end()
    }
}

/// A source location.
struct Range<'d>(&'d Place);

impl Serialize for Range<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (source, span) = (self.0.source(), self.0.span());
        let mut object = serializer.serialize_struct("Range", 3)?;
        object.serialize_field("source", source.name())?;
        object.serialize_field("start", &Point { source, byte: span.start })?;
        object.serialize_field("end", &Point { source, byte: span.end })?;
        object.end()
    }
}

/// An offset in a source.
struct Point<'d> {
    source: &'d Source,
    byte: u32,
}

impl Serialize for Point<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = self.source.position(self.byte);
        let columns = self.source.columns(self.byte);
        let mut object = serializer.serialize_struct("Point", 6)?;
        object.serialize_field("byte", &self.byte)?;
        object.serialize_field("line", &position.line)?;
        object.serialize_field("column", &position.column)?;
        object.serialize_field("utf8", &columns.utf8)?;
        object.serialize_field("utf16", &columns.utf16)?;
        object.serialize_field("scalar", &columns.scalar)?;
        object.end()
    }
}
