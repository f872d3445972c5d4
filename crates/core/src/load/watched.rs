//! Configurations that are loaded again when their files change.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fmt, io};

use super::Configuration;
use super::decoder::Decoder;
use super::fingerprint::{Fingerprint, ModuleFiles};
use super::stages::ReadInputs;
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::spec::{Change, Spec};

/// A configuration that is loaded again when its files change. Clones share it.
///
/// [`check`](Self::check) looks for changes, when the program calls it or at an [interval](Self::every). A new state is
/// decoded as a whole, and replaces the previous one only if it is valid. Readers keep the [`Arc`] that they have.
///
/// All files are read in each check, with those that they include, those of modules, new files of directories and patterns,
/// and `.env` files. The content counts, not the time of a change, so renamed files and swapped symbolic links are found. After the first
/// load, a state is only decoded if two reads in a row find it, since a file may be written while it is read. A file
/// that is written in place should nevertheless end with a required item: a pause between two parts of it can last any
/// time.
///
/// Files that functions read are not checked, nor is the environment.
///
/// ```
/// use hcldyn::load::{ReloadOutcome, Watched};
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config { port: u16 }
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-watched-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// let file = folder.join("main.hcl");
/// std::fs::write(&file, "port = 80\n").unwrap();
/// let watched = Watched::<Config>::new(Decoder::new().file(&file))?;
/// assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
///
/// std::fs::write(&file, "port = 81\n").unwrap();
/// let ReloadOutcome::Reloaded(changes) = watched.check() else { panic!("the file is valid") };
/// assert_eq!(changes[0].to_string(), "changed: port");
/// assert_eq!(watched.current().port, 81);
///
/// std::fs::write(&file, "prot = 82\n").unwrap();
/// let ReloadOutcome::Rejected(mistakes) = watched.check() else { panic!("the file is not valid") };
/// assert!(mistakes.to_string().contains("Did you mean \"port\"?"));
/// assert_eq!(watched.current().port, 81);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Debug)]
#[doc(alias = "hot reload")]
#[doc(alias = "reload")]
#[doc(alias = "watch")]
pub struct Watched<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    decoder: Decoder,
    spec: Spec,
    current: RwLock<Arc<Configuration<Arc<T>>>>,
    seen: Mutex<Seen>,
}

/// The last state that was decoded, valid or not.
#[derive(Debug)]
struct Seen {
    state: Fingerprint,
    modules: ModuleFiles,
}

/// The outcome of a check for changes.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReloadOutcome {
    /// The files are those of the last state that was decoded, valid or not.
    Unchanged,
    /// The files changed again and again while they were read. The next check tries again.
    Unsettled,
    /// A new state was loaded. Its items differ in this way from those of the previous valid state.
    Reloaded(Vec<Change>),
    /// A new state is not valid, for these reasons. The previous one stays in use. A state is reported once.
    Rejected(Diagnostics),
}

/// Shows the differences, each on its own line, or the errors; never a value, which may be sensitive.
impl fmt::Display for ReloadOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unchanged => f.write_str("the configuration is unchanged"),
            Self::Unsettled => {
                f.write_str("the files of the configuration changed while they were read")
            }
            Self::Reloaded(changes) if changes.is_empty() => {
                f.write_str("reloaded the configuration without changes")
            }
            Self::Reloaded(changes) => {
                for (index, change) in changes.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    write!(f, "{separator}{change}")?;
                }
                Ok(())
            }
            Self::Rejected(errors) => errors.fmt(f),
        }
    }
}

/// The number of times that changing files are read in one check.
const MAX_READS: usize = 16;

impl<T: HclDecode> Watched<T> {
    /// Loads a configuration for the first time.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if the configuration is not valid.
    pub fn new(decoder: Decoder) -> Result<Self, Diagnostics> {
        let (loaded, seen) = decode(&decoder, decoder.read_inputs());
        let current = RwLock::new(Arc::new(shared(loaded?)));
        let (spec, seen) = (T::spec(), Mutex::new(seen));
        Ok(Self(Arc::new(Shared { decoder, spec, current, seen })))
    }

    /// Reads the files, and decodes them if they changed. Calls from several threads follow each other.
    pub fn check(&self) -> ReloadOutcome {
        self.decode_changed(false)
    }

    /// Reads and decodes the files even if they did not change, since something else may have: a file that a function
    /// reads.
    pub fn reload(&self) -> ReloadOutcome {
        self.decode_changed(true)
    }

    fn decode_changed(&self, is_forced: bool) -> ReloadOutcome {
        let decoder = &self.0.decoder;
        let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut found, _) = self.read(&seen.modules);
        if found == seen.state && !is_forced {
            return ReloadOutcome::Unchanged;
        }
        let settled = (1..MAX_READS).find_map(|_| {
            let (again, read) = self.read(&seen.modules);
            let is_settled = again == found;
            found = again;
            is_settled.then_some(read)
        });
        let Some(read) = settled else { return ReloadOutcome::Unsettled };
        if found == seen.state && !is_forced {
            return ReloadOutcome::Unchanged;
        }
        let (loaded, decoded) = decode::<T>(decoder, read);
        *seen = decoded;
        match loaded {
            Ok(loaded) => ReloadOutcome::Reloaded(self.replace(Arc::new(shared(loaded)))),
            Err(diags) => ReloadOutcome::Rejected(diags),
        }
    }

    fn read(&self, modules: &ModuleFiles) -> (Fingerprint, ReadInputs) {
        let decoder = &self.0.decoder;
        let read = decoder.read_inputs();
        (Fingerprint::of(&read).with_modules(&modules.again(decoder)), read)
    }

    fn replace(&self, new: Arc<Configuration<Arc<T>>>) -> Vec<Change> {
        let old = self.configuration();
        let found = self.0.spec.changes(&old.decoded, &new.decoded);
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = new;
        found
    }
}

impl<T> Watched<T> {
    /// Returns the last valid struct.
    pub fn current(&self) -> Arc<T> {
        Arc::clone(&self.configuration().value)
    }

    /// Returns the last valid configuration, with its warnings, files and source locations.
    pub fn configuration(&self) -> Arc<Configuration<Arc<T>>> {
        Arc::clone(&self.0.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<T: HclDecode + Send + Sync + 'static> Watched<T> {
    /// Starts a thread that [checks](Self::check) for changes at an interval, until the returned watcher is dropped.
    /// `report` receives each outcome except [`ReloadOutcome::Unchanged`].
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system if no thread can be started.
    ///
    /// ```
    /// use hcldyn::load::{ReloadOutcome, Watched};
    /// use hcldyn::{Decoder, HclDecode};
    /// use std::time::Duration;
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let watched = Watched::<Config>::new(Decoder::new().text("main.hcl", "port = 80"))?;
    /// let watcher = watched.every(Duration::from_secs(1), |outcome| match outcome {
    ///     ReloadOutcome::Reloaded(changes) => println!("{} changes", changes.len()),
    ///     ReloadOutcome::Rejected(mistakes) => println!("{mistakes}"),
    ///     _ => {}
    /// })?;
    /// assert_eq!(watched.current().port, 80);
    /// drop(watcher);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn every(
        &self,
        interval: Duration,
        mut report: impl FnMut(ReloadOutcome) + Send + 'static,
    ) -> io::Result<Watcher> {
        let (stop, stopped) = mpsc::channel::<()>();
        let watched = self.clone();
        let check = move || {
            while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                match watched.check() {
                    ReloadOutcome::Unchanged => {}
                    outcome => report(outcome),
                }
            }
        };
        let thread = thread::Builder::new().name("hcldyn-watcher".to_owned()).spawn(check)?;
        Ok(Watcher { stop: Some(stop), thread: Some(thread) })
    }
}

impl<T> Clone for Watched<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// A thread that checks a configuration for changes. Dropping it ends the thread, after the check that is under way.
#[derive(Debug)]
pub struct Watcher {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        drop(self.stop.take());
        // A thread that drops its own watcher ends by itself. One that panicked has reported that.
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// Decodes inputs that were read. Returns the state of their files, and of those of modules.
fn decode<T: HclDecode>(
    decoder: &Decoder,
    read: ReadInputs,
) -> (Result<Configuration<T>, Diagnostics>, Seen) {
    let (state, mut modules) = (Fingerprint::of(&read), ModuleFiles::default());
    let loaded = decoder.decode_with_modules(read, &mut modules);
    (loaded, Seen { state: state.with_modules(&modules), modules })
}

/// Returns a configuration whose struct can be shared apart from it.
fn shared<T>(loaded: Configuration<T>) -> Configuration<Arc<T>> {
    loaded.map(Arc::new)
}
