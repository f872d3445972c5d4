//! What a decoder reads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::diags;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax;
use crate::threads::Threads;

/// Something to read.
#[derive(Clone, Debug)]
pub(super) enum Input {
    Body(Body),
    Text(Source),
    File(PathBuf),
    Folder(PathBuf),
}

/// Reads all inputs as one body. What cannot be read is reported, and the rest read all the same.
pub(super) fn read(
    inputs: &[Input],
    limits: &Limits,
    threads: Threads,
    diags: &mut Diagnostics,
) -> Body {
    let (mut files, sink) = (limits.files, diags.another());
    let pieces = inputs.iter().flat_map(|input| pieces(input, &mut files, limits, &sink));
    let pieces: Vec<_> = pieces.collect();
    let ahead = Ahead::all(&pieces, limits, threads, &sink);
    let mut reader = Reader { bytes: limits.file_bytes, limits, diags };
    let ahead = ahead.into_iter().chain(std::iter::repeat_with(|| None));
    let bodies = pieces.into_iter().zip(ahead).map(|(piece, ahead)| reader.piece(piece, ahead));
    let bodies: Vec<_> = bodies.collect();
    Body::merge(bodies).unwrap_or_else(|| Body::empty(names(inputs)))
}

/// What is read as one body of those that are merged.
enum Piece {
    Body(Body),
    Text(Source),
    File(PathBuf),
    /// A file that is one too many.
    FurtherFile(PathBuf),
    /// A folder that cannot be gone through, and why.
    Folder(PathBuf, Diagnostics),
}

/// What there is to read in an input. So many more files may be read.
fn pieces(input: &Input, files: &mut u64, limits: &Limits, sink: &Diagnostics) -> Vec<Piece> {
    let mut file = |path: &Path| match files.checked_sub(1) {
        Some(left) => {
            *files = left;
            Piece::File(path.to_owned())
        }
        None => Piece::FurtherFile(path.to_owned()),
    };
    match input {
        Input::Body(body) => vec![Piece::Body(body.clone())],
        Input::Text(source) => vec![Piece::Text(source.clone())],
        Input::File(path) => vec![file(path)],
        Input::Folder(path) => {
            let mut diags = sink.clone();
            match syntax::files_in(path, limits.files, &mut diags) {
                Some(files) => files.iter().map(|path| file(path)).collect(),
                None => vec![Piece::Folder(path.clone(), diags)],
            }
        }
    }
}

/// What one thread reads of all that several of them do, in bytes: about a millisecond's work.
const LEAST_SHARE: usize = 16 << 10;

/// What came of a text or file before its turn.
struct Ahead {
    /// The text, with what was reported while it was read. `None` of a file that cannot be read.
    source: Option<Source>,
    reading: Diagnostics,
    /// What is in it.
    parsed: Option<(Body, Diagnostics)>,
}

impl Ahead {
    /// Reads texts and files on several threads; nothing, where that is not worth it.
    fn all(
        pieces: &[Piece],
        limits: &Limits,
        threads: Threads,
        sink: &Diagnostics,
    ) -> Vec<Option<Self>> {
        let is_enough = || {
            let bytes = pieces.iter().map(Piece::len).fold(0, u64::saturating_add);
            pieces.len() > 1 && bytes >= 2 * LEAST_SHARE as u64
        };
        if threads.is_one() || !is_enough() {
            return Vec::new();
        }
        let read = AtomicU64::new(0);
        threads.map(pieces, |piece| Self::of(piece, &read, limits, sink))
    }

    /// Reads a text or file; so many bytes of files are read already.
    fn of(piece: &Piece, read: &AtomicU64, limits: &Limits, sink: &Diagnostics) -> Option<Self> {
        let mut reading = sink.clone();
        let source = match piece {
            Piece::Text(source) => Some(source.clone()),
            // Too many are refused in turn.
            Piece::File(_) if read.load(Ordering::Relaxed) > limits.file_bytes => return None,
            Piece::File(path) => {
                let source = syntax::read_file_within(path, limits.file_bytes, &mut reading);
                let bytes = source.as_ref().map_or(0, |source| source.text().len());
                read.fetch_add(bytes as u64, Ordering::Relaxed);
                source
            }
            Piece::Body(_) | Piece::FurtherFile(_) | Piece::Folder(..) => return None,
        };
        let parsed = source.as_ref().map(|source| {
            let mut diags = sink.clone();
            (syntax::parse_body_by_name(source, &mut diags), diags)
        });
        Some(Self { source, reading, parsed })
    }
}

impl Piece {
    /// How many bytes there are to read, as far as can be told.
    fn len(&self) -> u64 {
        match self {
            Self::Text(source) => source.text().len() as u64,
            Self::File(path) => path.metadata().map_or(0, |metadata| metadata.len()),
            Self::Body(_) | Self::FurtherFile(_) | Self::Folder(..) => 0,
        }
    }
}

/// Reads one piece after the other, as far as that was not done ahead.
struct Reader<'a> {
    /// How many more bytes of files may be read.
    bytes: u64,
    limits: &'a Limits,
    diags: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn piece(&mut self, piece: Piece, ahead: Option<Ahead>) -> Body {
        match piece {
            Piece::Body(body) => body,
            Piece::Text(source) => self.text(&source, ahead.and_then(|ahead| ahead.parsed)),
            Piece::File(path) => self.file(&path, ahead),
            Piece::FurtherFile(path) => {
                self.diags.push(diags::too_many_files(&path, self.limits.files));
                unread(&path)
            }
            Piece::Folder(path, diags) => {
                self.diags.append(diags);
                unread(&path)
            }
        }
    }

    fn file(&mut self, path: &Path, ahead: Option<Ahead>) -> Body {
        let (source, parsed) = match ahead.filter(|it| self.diags.has_room_for(&it.reading)) {
            Some(ahead) => {
                self.diags.append(ahead.reading);
                (ahead.source, ahead.parsed)
            }
            None => (syntax::read_file_within(path, self.limits.file_bytes, self.diags), None),
        };
        match source.filter(|it| take_bytes(it, self.limits, &mut self.bytes, self.diags)) {
            Some(source) => self.text(&source, parsed),
            None => unread(path),
        }
    }

    fn text(&mut self, source: &Source, parsed: Option<(Body, Diagnostics)>) -> Body {
        match parsed.filter(|(_, found)| self.diags.has_room_for(found)) {
            Some((body, found)) => {
                self.diags.append(found);
                body
            }
            None => syntax::parse_body_by_name(source, self.diags),
        }
    }
}

/// Reads a file, of all of which so many more bytes may be read.
#[cfg(feature = "kit")]
pub(crate) fn read_file(
    path: &Path,
    limits: &Limits,
    bytes: &mut u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let source = syntax::read_file_within(path, limits.file_bytes, diags)?;
    take_bytes(&source, limits, bytes, diags).then_some(source)
}

/// Whether a file fits into the bytes that may still be read, which are fewer then. That it does not is
/// reported.
fn take_bytes(source: &Source, limits: &Limits, bytes: &mut u64, diags: &mut Diagnostics) -> bool {
    let left = bytes.checked_sub(source.text().len() as u64);
    match left {
        Some(left) => *bytes = left,
        None => diags.push(diags::too_many_bytes(source.name(), limits.file_bytes)),
    }
    left.is_some()
}

fn unread(path: &Path) -> Body {
    Body::unread(Source::without_text(path.display().to_string()))
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
