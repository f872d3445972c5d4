//! What a decoder reads.

use std::path::{Path, PathBuf};

use super::diags;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax;

/// Something to read.
#[derive(Clone, Debug)]
pub(super) enum Input {
    Body(Body),
    Text(Source),
    File(PathBuf),
    Folder(PathBuf),
}

/// Reads all inputs as one body. What cannot be read is reported, and the rest read all the same.
pub(super) fn read(inputs: &[Input], limits: &Limits, diags: &mut Diagnostics) -> Body {
    let mut reader = Reader { files: limits.files, bytes: limits.file_bytes, limits, diags };
    let bodies: Vec<_> = inputs.iter().flat_map(|input| reader.input(input)).collect();
    Body::merge(bodies).unwrap_or_else(|| Body::empty(names(inputs)))
}

/// How many more files and bytes may be read.
struct Reader<'a> {
    files: u64,
    bytes: u64,
    limits: &'a Limits,
    diags: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn input(&mut self, input: &Input) -> Vec<Body> {
        match input {
            Input::Body(body) => vec![body.clone()],
            Input::Text(source) => vec![self.text(source)],
            Input::File(path) => vec![self.file(path)],
            Input::Folder(path) => match syntax::files_in(path, self.limits.files, self.diags) {
                Some(files) => files.iter().map(|file| self.file(file)).collect(),
                None => vec![unread(path)],
            },
        }
    }

    fn file(&mut self, path: &Path) -> Body {
        if self.files == 0 {
            self.diags.push(diags::too_many_files(path, self.limits.files));
            return unread(path);
        }
        self.files -= 1;
        let Some(source) = syntax::read_file_within(path, self.limits.file_bytes, self.diags)
        else {
            return unread(path);
        };
        let Some(bytes) = self.bytes.checked_sub(source.text().len() as u64) else {
            self.diags.push(diags::too_many_bytes(path, self.limits.file_bytes));
            return unread(path);
        };
        self.bytes = bytes;
        self.text(&source)
    }

    fn text(&mut self, source: &Source) -> Body {
        syntax::parse_body_by_name(source, self.diags)
    }
}

fn unread(path: &Path) -> Body {
    Body::unread(path.display().to_string())
}

/// The inputs by name, of which none has a text.
fn names(inputs: &[Input]) -> String {
    let folders = inputs.iter().filter_map(|input| match input {
        Input::Folder(path) => Some(path.display().to_string()),
        Input::Body(_) | Input::Text(_) | Input::File(_) => None,
    });
    let names: Vec<_> = folders.collect();
    if names.is_empty() { "<nothing>".to_owned() } else { names.join(", ") }
}
