//! Random edits in a language server over a connection in memory, with files that appear and vanish, and requests of every
//! kind, some of them cancelled.
//!
//! Each request gets one answer, without a panic, with ranges in the text. Diagnostics are never of an older version. From
//! time to time, the answers are compared with those of a server that starts with the same texts.

pub(crate) mod client;
mod comparison;
mod edits;
mod languages;
pub(crate) mod positions;
pub(crate) mod requests;
mod session;
mod world;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use self::session::Session;
use crate::random::Random;

/// The number of edits between two comparisons.
const BETWEEN: usize = 100;

/// The time after which a missing change is an error.
const PATIENCE: Duration = Duration::from_secs(600);

/// The maximum size of a file that is edited.
const LARGEST: usize = 20_000;

/// The numbers of messages in sessions.
#[derive(Debug, Default)]
pub struct Figures {
    /// The number of edits of documents.
    pub edits: usize,
    /// The number of changes of other files.
    pub files: usize,
    /// The number of requests of each method.
    pub requests: BTreeMap<&'static str, usize>,
    /// The number of requests to cancel.
    pub cancels: usize,
    /// The number of errors of each code.
    pub errors: BTreeMap<i32, usize>,
    /// The number of comparisons with a new server.
    pub comparisons: usize,
    /// The number of answers that these compared.
    pub compared: usize,
}

impl Figures {
    /// Adds the numbers of another session.
    pub fn add(&mut self, other: &Self) {
        self.edits += other.edits;
        self.files += other.files;
        self.cancels += other.cancels;
        self.comparisons += other.comparisons;
        self.compared += other.compared;
        for (method, count) in &other.requests {
            *self.requests.entry(method).or_default() += count;
        }
        for (code, count) in &other.errors {
            *self.errors.entry(*code).or_default() += count;
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requests: usize = self.requests.values().sum();
        let Self { edits, files, cancels, comparisons, compared, errors, .. } = self;
        write!(f, "{edits} edits, {files} changes of files, {requests} requests of ")?;
        write!(f, "{} methods, {cancels} cancelled; ", self.requests.len())?;
        write!(f, "{comparisons} comparisons of {compared} answers; errors {errors:?}")
    }
}

/// Edits the files of a new folder, with samples as their texts, in a session of a seed.
///
/// # Errors
///
/// Returns what the server did wrong.
pub fn run(
    seed: u64,
    index: u64,
    edits: usize,
    folder: &Path,
    samples: &[String],
) -> Result<Figures, String> {
    let mut session = Session::start(Random::new(seed, index), folder, samples)?;
    let mut compared = 0;
    while session.figures.edits < edits {
        session.step()?;
        if session.figures.edits >= compared + BETWEEN {
            compared = session.figures.edits;
            comparison::compare(&mut session)?;
        }
    }
    session.settle()?;
    session.client.stop()?;
    Ok(session.figures)
}

/// Returns the texts of all configurations in a folder that are not too long.
pub fn samples(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            found.extend(samples(&path));
        } else if path.extension().is_some_and(|it| it == "hcl" || it == "tf" || it == "hcldec") {
            let text = fs::read_to_string(path).unwrap_or_default();
            found.extend(Some(text).filter(|text| text.len() <= LARGEST));
        }
    }
    found
}

/// Tries until there is a result.
fn eventually<T>(mut attempt: impl FnMut() -> Result<Option<T>, String>) -> Result<T, String> {
    let started = Instant::now();
    loop {
        if let Some(result) = attempt()? {
            return Ok(result);
        }
        if started.elapsed() > PATIENCE {
            return Err("a change is still missing".to_owned());
        }
        thread::sleep(Duration::from_millis(2));
    }
}
