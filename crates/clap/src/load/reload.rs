//! The reload of a configuration by signals and at intervals.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hcldyn_core::HclDecode;
use hcldyn_core::load::{ReloadOutcome, Watched, Watcher};

use crate::Streams;

type Log = dyn Fn(&ReloadOutcome) + Send + Sync;

/// The events that reload a configuration.
pub(super) struct Reload {
    pub(super) on_signal: bool,
    pub(super) interval: Option<Duration>,
    log: Arc<Log>,
}

/// The threads that reload a configuration. Dropping them ends them.
#[derive(Debug, Default)]
pub(super) struct Reloading {
    _signals: Option<Signals>,
    _watcher: Option<Watcher>,
}

impl Default for Reload {
    fn default() -> Self {
        Self { on_signal: false, interval: None, log: Arc::new(print) }
    }
}

impl fmt::Debug for Reload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reload")
            .field("on_signal", &self.on_signal)
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}

impl Reload {
    pub(super) fn log_by(&mut self, log: impl Fn(&ReloadOutcome) + Send + Sync + 'static) {
        self.log = Arc::new(log);
    }

    /// Starts the threads.
    pub(super) fn start<T>(&self, watched: &Watched<T>) -> io::Result<Reloading>
    where
        T: HclDecode + Send + Sync + 'static,
    {
        let mut reloading = Reloading::default();
        if self.on_signal {
            reloading._signals = Some(Signals::start(watched, Arc::clone(&self.log))?);
        }
        if let Some(interval) = self.interval {
            let log = Arc::clone(&self.log);
            reloading._watcher = Some(watched.every(interval, move |outcome| log(&outcome))?);
        }
        Ok(reloading)
    }
}

/// Prints an outcome on standard error.
fn print(outcome: &ReloadOutcome) {
    let mut streams = Streams::standard();
    match outcome {
        ReloadOutcome::Rejected(errors) => streams.report(errors),
        outcome => streams.complain(&format!("{outcome}\n")),
    }
}

/// A thread that reloads a configuration when the process receives SIGHUP. Dropping it ends the thread.
#[cfg(unix)]
#[derive(Debug)]
struct Signals {
    handle: signal_hook::iterator::Handle,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[cfg(unix)]
impl Signals {
    fn start<T>(watched: &Watched<T>, log: Arc<Log>) -> io::Result<Self>
    where
        T: HclDecode + Send + Sync + 'static,
    {
        let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGHUP])?;
        let (handle, watched) = (signals.handle(), watched.clone());
        let reload = move || signals.forever().for_each(|_| log(&watched.reload()));
        let thread = std::thread::Builder::new().name("hcldyn-signals".to_owned()).spawn(reload)?;
        Ok(Self { handle, thread: Some(thread) })
    }
}

#[cfg(unix)]
impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
        // A thread that drops its own handle ends by itself. One that panicked has reported that.
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// An empty type for systems without this signal.
#[cfg(not(unix))]
#[derive(Debug)]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    fn start<T>(_: &Watched<T>, _: Arc<Log>) -> io::Result<Self> {
        Ok(Self)
    }
}
