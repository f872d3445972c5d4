//! The inputs of a decoder.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::diags;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax;

/// The number of bytes that justifies another thread: parsing them takes about a millisecond.
const BYTES_PER_THREAD: usize = 64 << 10;

/// An input.
#[derive(Clone, Debug)]
pub(super) enum DecoderInput {
    Body(Body),
    Text(Source),
    File(PathBuf),
    Folder(PathBuf),
}

/// Reads all inputs as one body, and parses them on several threads. Unreadable inputs are reported, and the others
/// are read.
pub(super) fn read(
    inputs: &[DecoderInput],
    limits: &Limits,
    threads: NonZeroUsize,
    diags: &mut Diagnostics,
) -> Body {
    let mut reader =
        Reader { files: limits.files, bytes: limits.file_bytes, limits, sink: diags.another() };
    let pieces: Vec<_> = inputs.iter().flat_map(|input| reader.pieces(input)).collect();
    let parsed = map(threads.get().min(worthwhile_threads(&pieces)), &pieces, Piece::parse);
    let bodies = parsed.into_iter().map(|(body, found)| {
        diags.append(found);
        body
    });
    Body::merge(bodies.collect::<Vec<_>>()).unwrap_or_else(|| Body::empty(names(inputs)))
}

/// A body to merge, or its source, with the diagnostics so far.
enum Piece {
    Body(Body, Diagnostics),
    Text(Source, Diagnostics),
}

impl Piece {
    fn parse(&self) -> (Body, Diagnostics) {
        match self {
            Self::Body(body, found) => (body.clone(), found.clone()),
            Self::Text(source, found) => {
                let mut found = found.clone();
                (syntax::parse_body_by_name(source, &mut found), found)
            }
        }
    }
}

/// A reader of files.
struct Reader<'a> {
    /// The remaining number of files.
    files: u64,
    /// The remaining number of bytes.
    bytes: u64,
    limits: &'a Limits,
    /// An empty sink, cloned for each piece.
    sink: Diagnostics,
}

impl Reader<'_> {
    fn pieces(&mut self, input: &DecoderInput) -> Vec<Piece> {
        match input {
            DecoderInput::Body(body) => vec![Piece::Body(body.clone(), self.sink.clone())],
            DecoderInput::Text(source) => vec![Piece::Text(source.clone(), self.sink.clone())],
            DecoderInput::File(path) => vec![self.file(path)],
            DecoderInput::Folder(path) => {
                let mut found = self.sink.clone();
                match syntax::files_in(path, self.limits.files, &mut found) {
                    Some(files) => files.iter().map(|path| self.file(path)).collect(),
                    None => vec![Piece::Body(unread(path), found)],
                }
            }
        }
    }

    fn file(&mut self, path: &Path) -> Piece {
        let mut found = self.sink.clone();
        let source = match self.files.checked_sub(1) {
            Some(left) => {
                self.files = left;
                read_file(path, self.limits, &mut self.bytes, &mut found)
            }
            None => found.fail(diags::too_many_files(path, self.limits.files)),
        };
        match source {
            Some(source) => Piece::Text(source, found),
            None => Piece::Body(unread(path), found),
        }
    }
}

/// Returns the number of threads that the sources justify.
fn worthwhile_threads(pieces: &[Piece]) -> usize {
    let bytes = pieces.iter().map(|piece| match piece {
        Piece::Text(source, _) => source.text().len(),
        Piece::Body(..) => 0,
    });
    1 + bytes.fold(0, usize::saturating_add) / BYTES_PER_THREAD
}

/// Processes items on several threads, and returns the results in the order of the items. A panic continues in the
/// calling thread.
fn map<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take_part = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            match items.get(index) {
                Some(item) => done.push((index, work(item))),
                None => return done,
            }
        }
    };
    let mut done = thread::scope(|scope| {
        // If no further thread can be started, the existing ones do all the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, take_part).ok();
        let others: Vec<_> = (1..threads.min(items.len())).map_while(start).collect();
        let mut done = take_part();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Reads a file, within a remaining number of bytes.
pub(crate) fn read_file(
    path: &Path,
    limits: &Limits,
    bytes: &mut u64,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let source = syntax::read_file_within(path, limits.file_bytes, diags)?;
    let Some(left) = bytes.checked_sub(source.text().len() as u64) else {
        return diags.fail(diags::too_many_bytes(source.name(), limits.file_bytes));
    };
    *bytes = left;
    Some(source)
}

fn unread(path: &Path) -> Body {
    Body::unread(Source::without_text(path.display().to_string()))
}

/// Returns the names of inputs without a source.
fn names(inputs: &[DecoderInput]) -> String {
    let folders = inputs.iter().filter_map(|input| match input {
        DecoderInput::Folder(path) => Some(path.display().to_string()),
        DecoderInput::Body(_) | DecoderInput::Text(_) | DecoderInput::File(_) => None,
    });
    let names: Vec<_> = folders.collect();
    if names.is_empty() { "<nothing>".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Barrier, Mutex};

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 2, 7] {
            assert_eq!(map(threads, &items, |item| *item), items);
        }
        assert!(map(2, &[] as &[u8], |_| ()).is_empty());
    }

    #[test]
    fn the_requested_threads_take_part() {
        // Each item waits for another thread.
        let (barrier, seen) = (Barrier::new(3), Mutex::new(HashSet::new()));
        map(3, &[(); 3], |()| {
            seen.lock().unwrap().insert(thread::current().id());
            barrier.wait();
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!((seen.len(), seen.contains(&thread::current().id())), (3, true));
    }

    #[test]
    fn a_panic_goes_on() {
        let work = |item: &usize| assert!(*item != 7, "{item}");
        let items: Vec<usize> = (0..100).collect();
        let panic = catch_unwind(AssertUnwindSafe(|| map(2, &items, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("7"));
    }
}
