//! Sources with their locations, and the syntaxes, which lower a source into a common tree.

mod decoding;
mod diags;
mod folder;
#[cfg(feature = "hcl-rs")]
mod hcl_rs;
#[cfg(feature = "json")]
pub(crate) mod json;
pub(crate) mod native;

#[doc(inline)]
pub use hcldyn_syntax::format;
#[doc(inline)]
pub use hcldyn_syntax::source::{Columns, MAX_SOURCE_LEN, Place, Position, Source, Span, TextEdit};

#[cfg(feature = "json")]
pub(crate) use self::decoding::decode_json;
pub(crate) use self::decoding::{decode_file, decode_source};
pub use self::folder::files_in;
#[cfg(feature = "hcl-rs")]
pub use self::hcl_rs::{body_from_edit, body_from_hcl};
#[cfg(feature = "json")]
pub use self::json::{parse_json_body, parse_json_expression, parse_json_values};
pub use self::native::{
    Layout, is_unfinished, parse_expression_at, parse_template, split_expressions, to_hcl,
    to_hcl_literal, to_hcl_typed, to_hcl_within, type_to_hcl,
};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::body::Body;
use crate::diag::Diagnostics;
use crate::limits::Limits;

/// The maximum size of a buffer that is allocated before anything is read.
const FIRST_BUFFER: u64 = 1 << 20;

/// Reads a file as a source. Returns `None` after reporting an error: a missing or forbidden file, a directory or
/// other file that is not regular (a pipe could block forever), or a file that is too long. If a file is not valid
/// UTF-8, the error is reported and the valid parts are kept, as by [`source_from_bytes`].
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::read_file;
///
/// let mut diags = Diagnostics::new();
/// assert_eq!(read_file("missing.hcl", &mut diags), None);
/// assert!(diags.to_string().starts_with("missing.hcl: error: File not found"));
/// ```
pub fn read_file(path: impl AsRef<Path>, diags: &mut Diagnostics) -> Option<Source> {
    read_file_within(path, MAX_SOURCE_LEN as u64, diags)
}

/// Reads a file as [`read_file`] does, with a maximum of `most` bytes. A longer file is reported, and no part of
/// it is read.
///
/// ```no_run
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::read_file_within;
///
/// let source = read_file_within("main.hcl", 1 << 20, &mut Diagnostics::new());
/// ```
pub fn read_file_within(
    path: impl AsRef<Path>,
    most: u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let (path, most) = (path.as_ref(), most.min(MAX_SOURCE_LEN as u64));
    source_of(path.display().to_string(), read_bytes(path, most), most, diags)
}

/// Reads one of several files, within a remaining number of bytes for all of them.
pub(crate) fn read_one_of_several(
    path: &Path,
    limits: &Limits,
    bytes: &mut u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let source = read_file_within(path, limits.file_bytes, diags)?;
    let Some(left) = bytes.checked_sub(source.text().len() as u64) else {
        return diags.fail(diags::too_many_bytes(source.name(), limits.file_bytes));
    };
    *bytes = left;
    Some(source)
}

/// Reads a source from a reader, such as standard input, up to its end. Returns `None` after reporting an error: a
/// failure to read, or more than `most` bytes, after which reading stops. If the input is not valid UTF-8, the
/// error is reported and the valid parts are kept, as by [`source_from_bytes`].
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::source_from_reader;
///
/// let mut diags = Diagnostics::new();
/// let source = source_from_reader("<stdin>", "a = 1".as_bytes(), 5, &mut diags);
/// assert_eq!(source.unwrap().text(), "a = 1");
///
/// assert!(source_from_reader("<stdin>", "a = 10".as_bytes(), 5, &mut diags).is_none());
/// let problem = "<stdin>: error: Source too long; A source can have at most 5 bytes.";
/// assert_eq!(diags.to_string(), problem);
/// ```
pub fn source_from_reader(
    name: impl Into<String>,
    reader: impl Read,
    most: u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let most = most.min(MAX_SOURCE_LEN as u64);
    source_of(name.into(), read_all(reader, 0, most), most, diags)
}

/// Creates a source from bytes that were read with a limit of `most`.
fn source_of(
    name: String,
    read: io::Result<Option<Vec<u8>>>,
    most: u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    match read {
        Ok(Some(bytes)) => source_from_bytes(name, bytes, diags),
        Ok(None) => diags.fail(diags::too_long(&name, most)),
        Err(error) => diags.fail(diags::unreadable(&name, &error)),
    }
}

/// Creates a source from bytes. Returns `None` after reporting too many bytes. The first byte that is not valid
/// UTF-8 is reported; attributes and blocks without such bytes can still be read from the source.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::source_from_bytes;
///
/// let mut diags = Diagnostics::new();
/// let source = source_from_bytes("a.hcl", *b"a = \xff\nb = 1\n", &mut diags).unwrap();
/// assert!(diags.to_string().starts_with("a.hcl:1:5: error: "));
/// let body = hcldyn::parse_body(&source, &mut diags);
/// assert_eq!(body.just_attributes(&mut diags).len(), 1);
/// assert_eq!(diags.len(), 1);
/// ```
pub fn source_from_bytes(
    name: impl Into<String>,
    bytes: impl Into<Vec<u8>>,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let (name, bytes) = (name.into(), bytes.into());
    if bytes.len() > MAX_SOURCE_LEN {
        return diags.fail(diags::too_long(&name, MAX_SOURCE_LEN as u64));
    }
    let invalid = match String::from_utf8(bytes) {
        Ok(text) => return Some(Source::new(name, text)),
        Err(invalid) => invalid,
    };
    // The text up to the first invalid byte is unchanged, and so are the locations in it.
    let at = invalid.utf8_error().valid_up_to();
    let byte = invalid.as_bytes()[at];
    let source = Source::lossy(name, String::from_utf8_lossy(invalid.as_bytes()));
    let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
    diags.push(diags::not_utf8(source.place(Span::from(at..end)), byte));
    Some(source)
}

/// Parses a source as a body, in JSON syntax if its name ends in `.json`, and in native syntax otherwise. Without
/// the feature `json`, it is always native syntax (reference: `hclsimple.Decode`).
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::{Source, parse_body_by_name};
///
/// let mut diags = Diagnostics::new();
/// for (name, text) in [("a.hcl", "port = 80\n"), ("a.json", "{\"port\": 80}")] {
///     let body = parse_body_by_name(&Source::new(name, text), &mut diags);
///     assert_eq!(body.just_attributes(&mut diags)[0].name, "port");
/// }
/// ```
pub fn parse_body_by_name(source: &Source, diags: &mut Diagnostics) -> Body {
    #[cfg(feature = "json")]
    if is_json_name(source.name()) {
        return parse_json_body(source, diags);
    }
    native::parse_body(source, diags)
}

/// Parses a source of variable values, in JSON syntax if its name ends in `.json`, and in native syntax otherwise,
/// like [`parse_body_by_name`]. Strings in JSON are literal, as described in [`parse_json_values`].
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::{Source, parse_values_by_name};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let mut diags = Diagnostics::new();
/// let source = Source::new("a.tfvars.json", r#"{"name": "${x}"}"#);
/// let attributes = parse_values_by_name(&source, &mut diags).just_attributes(&mut diags);
/// let value = attributes[0].expr.value(&EvalContext::new(), &mut diags);
/// assert_eq!(value, Value::from("${x}"));
/// ```
pub fn parse_values_by_name(source: &Source, diags: &mut Diagnostics) -> Body {
    #[cfg(feature = "json")]
    if is_json_name(source.name()) {
        return parse_json_values(source, diags);
    }
    native::parse_body(source, diags)
}

/// Returns `true` if a file with this name is in JSON syntax: the name ends in `.json`, in any case.
///
/// ```
/// use hcldyn::syntax::is_json_name;
///
/// assert!(is_json_name("main.tf.json") && is_json_name("A.JSON") && !is_json_name("json.hcl"));
/// ```
#[must_use]
pub fn is_json_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("json"))
}

/// Returns the content of a file, or `None` if it is longer than `most` bytes.
fn read_bytes(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    // This is checked before the file is opened, because opening a pipe waits for a writer.
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    if metadata.len() > most {
        return Ok(None);
    }
    // The length of the file may have changed, and some files do not report their length.
    read_all(File::open(path)?, metadata.len(), most)
}

/// Reads all bytes, about `expected` of them. Returns `None` if there are more than `most`.
fn read_all(reader: impl Read, expected: u64, most: u64) -> io::Result<Option<Vec<u8>>> {
    // One additional byte of capacity avoids a larger buffer to find the end of the input.
    let mut bytes = Vec::with_capacity(expected.saturating_add(1).min(FIRST_BUFFER) as usize);
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(path: &Path) -> String {
        let mut diags = Diagnostics::new();
        assert_eq!(read_file(path, &mut diags), None);
        diags.to_string().replace(&path.display().to_string(), "PATH")
    }

    #[test]
    fn a_missing_file_is_reported() {
        let missing = std::env::temp_dir().join("hcldyn-no-such-file");
        assert_eq!(problem(&missing), "PATH: error: File not found; This file does not exist.");
        let folder = problem(&std::env::temp_dir());
        assert_eq!(
            folder,
            "PATH: error: Not a file; A file is expected, not a directory. Name a file in this directory."
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_read() {
        let device = problem(Path::new("/dev/zero"));
        assert!(
            device.starts_with("PATH: error: Not a file; A regular file is expected"),
            "{device}"
        );
    }

    #[test]
    fn a_file_is_read_whole() {
        let path = std::env::temp_dir().join(format!("hcldyn-{}.hcl", std::process::id()));
        std::fs::write(&path, "a = 1\n").unwrap();
        let source = read_file(&path, &mut Diagnostics::new()).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(source.text(), "a = 1\n");
    }

    #[test]
    fn a_too_long_file_is_not_read() {
        let path = std::env::temp_dir().join(format!("hcldyn-long-{}.hcl", std::process::id()));
        // A terabyte without data on the disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let problem = problem(&path);
        std::fs::remove_file(&path).unwrap();
        let expected =
            "PATH: error: Source too long; A source can have at most 4,294,967,294 bytes.";
        assert_eq!(problem, expected);
    }

    #[test]
    fn an_invalid_byte_is_reported_at_its_location() {
        let mut diags = Diagnostics::new();
        source_from_bytes("t", *b"a = 1\nb = \"\xe9\"\n", &mut diags);
        let expected = "t:2:6: error: Invalid encoding; The byte 0xE9 is not valid UTF-8. Save the file as UTF-8.";
        assert_eq!(diags.to_string(), expected);
    }
}
