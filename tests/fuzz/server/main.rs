//! Random edits in a language server: `fuzz-server SEED SECONDS [FOLDER...]` edits the texts of folders, or else those of the
//! examples. `fuzz-server SEED 0 INDEX` runs one session again.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hcldyn_tests::server::{Figures, run, samples};

/// The number of edits in a session.
const EDITS: usize = 1_000;

/// The number of wrong sessions that are shown.
const SHOWN: usize = 5;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let usage = "usage: fuzz-server SEED SECONDS [FOLDER...]";
    let seed = args.next().ok_or(usage)?.parse()?;
    let seconds = args.next().ok_or(usage)?.parse()?;
    let mut first = 0;
    let mut folders = vec![format!("{}/../../examples", env!("CARGO_MANIFEST_DIR"))];
    for arg in args {
        match arg.parse() {
            Ok(index) => first = index,
            Err(_) => folders.push(arg),
        }
    }
    let texts: Vec<_> = folders.iter().flat_map(|it| samples(Path::new(it))).collect();
    let folder = env::temp_dir().join(format!("fuzz-server-{}", std::process::id()));
    let started = Instant::now();
    let (mut sessions, mut wrong, mut figures) = (0, 0, Figures::default());
    loop {
        match run(seed, first + sessions, EDITS, &folder, &texts) {
            Ok(found) => figures.add(&found),
            Err(error) => {
                wrong += 1;
                if wrong <= SHOWN {
                    println!("session {} of seed {seed}: {error:.6000}\n", first + sessions);
                }
            }
        }
        sessions += 1;
        if started.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
    }
    println!("{sessions} sessions with {} texts: {figures}; {wrong} wrong", texts.len());
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
