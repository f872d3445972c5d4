//! Reload under fire: one thread rewrites a configuration, another one checks it, and eight read it.

mod mount;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use hcldyn::load::{ReloadOutcome, Watched};
use hcldyn::{Decoder, HclDecode};

use self::mount::Mount;

/// The number of blocks in a file.
const BLOCKS: u32 = 40;

/// The number of threads that read the configuration.
const READERS: usize = 8;

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Figures {
    /// The number of times that the files were rewritten.
    pub rewrites: u32,
    /// The number of times that a thread read the configuration.
    pub reads: u64,
    /// The number of reads that found a mixture of several states, or a state after a later one.
    pub torn: u64,
    /// The number of states that were loaded.
    pub loaded: u64,
    /// The number of states that were rejected, including those of half-written files.
    pub rejected: u64,
    /// The number of wrong states that were written and left in place until the next check.
    pub broken: usize,
    /// The number of these that were not reported exactly once.
    pub misreported: usize,
    /// `true` if the last state that was written is the one in use at the end.
    pub is_last_in_use: bool,
}

impl Figures {
    /// Returns `true` if each rule holds.
    pub fn is_right(&self) -> bool {
        self.torn == 0 && self.misreported == 0 && self.is_last_in_use
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rewrites, reads, torn, loaded, rejected, broken, misreported, .. } = self;
        write!(f, "{rewrites} rewrites, {loaded} states loaded, {rejected} rejected; ")?;
        write!(f, "{READERS} threads: {reads} reads, {torn} torn; ")?;
        write!(f, "{broken} broken states, {misreported} not reported once; ")?;
        let end = if self.is_last_in_use { "the last state is in use" } else { "wrong last state" };
        f.write_str(end)
    }
}

/// Rewrites a configuration in a directory that does not exist yet.
///
/// # Errors
///
/// Returns an error if the directory or a file cannot be written, or the first state cannot be loaded.
pub fn run(folder: &Path, rewrites: u32) -> io::Result<Figures> {
    let mut mount = Mount::new(folder)?;
    let decoder = ["main.hcl", "other.hcl"]
        .iter()
        .fold(Decoder::new(), |decoder, file| decoder.file(mount.path(file)));
    let watched = Watched::<State>::new(decoder).map_err(io::Error::other)?;
    let (reports, is_done) = (Reports::default(), AtomicBool::new(false));
    let (reads, torn) = (AtomicU64::new(0), AtomicU64::new(0));
    let broken = thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| read(&watched, &is_done, &reads, &torn));
        }
        scope.spawn(|| {
            while !is_done.load(Ordering::Acquire) {
                reports.check(&watched);
            }
        });
        let written = write(&mut mount, rewrites, || reports.check(&watched));
        is_done.store(true, Ordering::Release);
        written
    })?;
    reports.check(&watched);
    Ok(Figures {
        rewrites,
        reads: reads.into_inner(),
        torn: torn.into_inner(),
        is_last_in_use: watched.current().version == rewrites,
        ..reports.figures(&broken)
    })
}

#[derive(Debug, HclDecode)]
struct State {
    /// The number of the rewrite, at the start and at the end of the file.
    version: u32,
    end: u32,
    /// The number of the last swap, in both files.
    swap: u32,
    other_swap: u32,
    #[hcl(block)]
    part: Vec<ReloadPart>,
}

#[derive(Debug, HclDecode)]
struct ReloadPart {
    version: u32,
}

impl State {
    fn is_whole(&self) -> bool {
        (self.version, self.swap) == (self.end, self.other_swap)
            && self.part.len() == BLOCKS as usize
            && self.part.iter().all(|part| part.version == self.version)
    }
}

/// Reads the configuration until the end, and counts what is not one of the written states in their order.
fn read(watched: &Watched<State>, is_done: &AtomicBool, reads: &AtomicU64, torn: &AtomicU64) {
    let mut last = 0;
    while !is_done.load(Ordering::Acquire) {
        let state = watched.current();
        let is_right = state.is_whole() && state.version >= last;
        torn.fetch_add(u64::from(!is_right), Ordering::Relaxed);
        reads.fetch_add(1, Ordering::Relaxed);
        last = state.version;
        thread::yield_now();
    }
}

/// The errors of a state that was written and left in place until the next check.
enum Broken {
    Unexpected(u32),
    Deleted,
}

/// Rewrites the files, and returns the broken states.
fn write(mount: &mut Mount, rewrites: u32, check: impl Fn()) -> io::Result<Vec<Broken>> {
    let mut broken = Vec::new();
    for version in 1..=rewrites {
        match version % 5 {
            0 => mount.rename(version)?,
            1 => mount.truncate(version)?,
            2 => mount.swap(version)?,
            3 if version < rewrites => {
                mount.spoil(version)?;
                check();
                broken.push(Broken::Unexpected(version));
            }
            _ => {
                mount.delete()?;
                check();
                broken.push(Broken::Deleted);
                mount.rename(version)?;
            }
        }
    }
    Ok(broken)
}

/// The outcomes of checks.
#[derive(Default)]
struct Reports(Mutex<(u64, Vec<String>)>);

impl Reports {
    fn check(&self, watched: &Watched<State>) {
        let outcome = watched.check();
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            ReloadOutcome::Reloaded(_) => found.0 += 1,
            ReloadOutcome::Rejected(diags) => found.1.push(diags.to_string()),
            _ => {}
        }
    }

    fn figures(self, broken: &[Broken]) -> Figures {
        let (loaded, rejected) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut deletions = 0;
        for report in &rejected {
            deletions += usize::from(report.contains("File not found"));
            for name in report.split('"').filter(|part| part.starts_with("wrong_")) {
                *counts.entry(name).or_default() += 1;
            }
        }
        let deleted = broken.iter().filter(|broken| matches!(broken, Broken::Deleted)).count();
        let is_misreported = |broken: &&Broken| match broken {
            Broken::Unexpected(version) => counts.get(&*format!("wrong_{version}")) != Some(&1),
            Broken::Deleted => false,
        };
        let misreported =
            broken.iter().filter(is_misreported).count() + deleted.abs_diff(deletions);
        let (rejected, broken) = (rejected.len() as u64, broken.len());
        Figures { loaded, rejected, broken, misreported, ..Figures::default() }
    }
}
