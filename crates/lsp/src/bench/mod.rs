//! The speed of a server, as a client sees it.

mod client;
mod memory;

use std::fmt;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use lsp_server::Connection;

use self::client::Client;
use crate::server::{Languages, configurations, run};

/// The number of servers that are started.
const STARTS: usize = 20;

/// The number of edits of the largest file that are each followed by all requests.
const ROUNDS: usize = 400;

/// The number of edits in a row, and those of them that the client does not wait for.
const EDITS: usize = 10_000;
const EDITS_AT_ONCE: usize = 10;

/// The number of times that the largest file is completed with and without an endless expression, alternately, and the edits
/// and completions of each time.
const TURNS: usize = 4;
const TURN_EDITS: usize = 50;
const COMPLETIONS: usize = 5;

/// The rows of completions right after an edit: without an endless expression in the file, and with one, which is evaluated
/// meanwhile.
const BESIDE: [&str; 2] = ["completion, editing", "beside an endless one"];

/// The requests about the largest file, with their names in the table.
const REQUESTS: [(&str, &str); 4] = [
    ("completion", "textDocument/completion"),
    ("hover", "textDocument/hover"),
    ("tokens", "textDocument/semanticTokens/full"),
    ("format", "textDocument/formatting"),
];

/// The measured times and the memory of a server, displayed as a table.
///
/// ```no_run
/// use hcldyn::EvalContext;
/// use hcldyn_lsp::{Bench, SpecFiles};
///
/// let bench = Bench::measure("configurations", || SpecFiles::new(EvalContext::new()).into())?;
/// print!("{bench}");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Bench {
    /// The times of each row, sorted.
    rows: Vec<(&'static str, Vec<Duration>)>,
    files: usize,
    bytes: u64,
    largest: (String, u64),
    /// The memory in bytes before the edits in a row, after them, and at its peak; `None` where it can't be measured.
    memory: Option<[u64; 3]>,
}

impl Bench {
    /// Serves a client that opens a folder, and edits its largest file. Each server gets languages of its own. Nothing is
    /// written.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has no files, the largest one can't be read, or the server ends early.
    pub fn measure(
        folder: impl AsRef<Path>,
        languages: impl Fn() -> Languages,
    ) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        let sized = configurations(&[folder.display().to_string()]).into_iter().map(|path| {
            let size = path.metadata().map_or(0, |metadata| metadata.len());
            (size, path)
        });
        let sized: Vec<_> = sized.collect();
        let Some((size, largest)) = sized.iter().max() else {
            return Err(io::Error::other("the folder has no HCL files"));
        };
        let text = std::fs::read_to_string(largest)?;
        let mut bench = Self {
            rows: Vec::new(),
            files: sized.len(),
            bytes: sized.iter().map(|(size, _)| size).sum(),
            largest: (largest.display().to_string(), *size),
            memory: None,
        };
        // The first server has the memory of the process for itself.
        let edited = text.clone();
        bench
            .session(&folder, languages(), |client, bench| bench.edits(client, largest, edited))?;
        for turn in 0..2 * TURNS {
            let row = BESIDE[turn % 2];
            let text = if row == BESIDE[0] { text.clone() } else { with_endless(&text) };
            bench.session(&folder, languages(), |client, bench| {
                bench.completions(client, largest, text, row)
            })?;
        }
        for _ in 1..STARTS {
            bench.session(&folder, languages(), |_, _| Ok(()))?;
        }
        for (_, times) in &mut bench.rows {
            times.sort();
        }
        Ok(bench)
    }

    /// Starts a server, and lets it end after a client has used it.
    fn session(
        &mut self,
        folder: &Path,
        languages: Languages,
        uses: impl FnOnce(&mut Client, &mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let (connection, server) = Connection::memory();
        thread::scope(|scope| {
            let server = scope.spawn(move || run(&server, languages));
            let mut client = Client::new(connection);
            let (answered, ready) = client.start(folder)?;
            self.add("initialize", answered);
            self.add("ready", ready);
            uses(&mut client, self)?;
            client.stop()?;
            server.join().unwrap_or_else(|_| Err(io::Error::other("the server panicked")))
        })
    }

    /// Opens a file, and measures edits and requests.
    fn edits(&mut self, client: &mut Client, path: &Path, text: String) -> io::Result<()> {
        client.open(path, text)?;
        for round in 0..ROUNDS {
            let edited = client.edit(round)?;
            self.add("edit to diagnostics", edited);
            for request in 0..REQUESTS.len() {
                // The first request after an edit parses the file, so each is the first one at times.
                let (name, method) = REQUESTS[(request + round) % REQUESTS.len()];
                let time = client.ask(method, round)?;
                self.add(name, time);
            }
        }
        let before = memory::resident();
        for edit in (0..EDITS).step_by(EDITS_AT_ONCE) {
            client.edit_without_waiting(edit, EDITS_AT_ONCE - 1)?;
            client.edit(edit)?;
        }
        self.memory = before.zip(memory::resident()).zip(memory::peak()).map(|it| {
            let ((before, after), peak) = it;
            [before, after, peak]
        });
        Ok(())
    }

    /// Opens a file, and measures completions right after an edit, while the hints of the whole file are computed, and its
    /// diagnostics.
    fn completions(
        &mut self,
        client: &mut Client,
        path: &Path,
        text: String,
        row: &'static str,
    ) -> io::Result<()> {
        client.open(path, text)?;
        for round in 0..TURN_EDITS {
            client.edit_without_waiting(round, 1)?;
            client.ask_for_hints()?;
            for completion in 0..COMPLETIONS {
                let time = client.ask(REQUESTS[0].1, round + completion)?;
                self.add(row, time);
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &'static str, time: Duration) {
        match self.rows.iter_mut().find(|(row, _)| *row == name) {
            Some((_, times)) => times.push(time),
            None => self.rows.push((name, vec![time])),
        }
    }
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<21} {:>12} {:>12} {:>12}", "", "min", "p50", "p99")?;
        for (name, times) in &self.rows {
            let [min, p50, p99] = [0, 50, 99].map(|it| milliseconds(percentile(times, it)));
            writeln!(f, "{name:<21} {min:>12} {p50:>12} {p99:>12}")?;
        }
        let (path, size) = &self.largest;
        writeln!(
            f,
            "\n{} files with {}; edited: {path}, {}",
            self.files,
            si(self.bytes),
            si(*size)
        )?;
        let Some([before, after, peak]) = self.memory.map(|bytes| bytes.map(si)) else {
            return writeln!(f, "memory: not known on this system");
        };
        writeln!(
            f,
            "memory: {before}, after {EDITS} edits {after}, at most {peak}, with the client"
        )
    }
}

/// Returns a text with an attribute whose evaluation never ends: it has 10^18 elements.
fn with_endless(text: &str) -> String {
    let numbers: Vec<_> = (0..100).map(|it| it.to_string()).collect();
    let numbers = numbers.join(", ");
    let loops = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let open: String = loops.iter().map(|it| format!("[for {it} in [{numbers}] : ")).collect();
    let close = "]".repeat(loops.len());
    let separator = if text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{separator}endless = {open}a{close}\n")
}

/// Returns the shortest time that a part of sorted times does not exceed, in percent.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let rank = (times.len() * percent).div_ceil(100);
    times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn si(bytes: u64) -> String {
    match bytes {
        ..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_times() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        let of = |percent| percentile(&times, percent).as_millis();
        assert_eq!([of(0), of(50), of(99), of(100)], [1, 100, 198, 200]);
        assert_eq!(percentile(&times[..1], 99).as_millis(), 1);
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!([si(999), si(10_240_000)], ["1.0 kB", "10.2 MB"]);
    }
}
