//! Rewrites a configuration while threads check and read it: `fuzz-reload [rewrites]`. Unix only.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> std::io::Result<ExitCode> {
    let rewrites = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(10_000);
    let folder = std::env::temp_dir().join(format!("fuzz-reload-{}", std::process::id()));
    let started = std::time::Instant::now();
    let figures = hcldyn_tests::reload::run(&folder, rewrites);
    std::fs::remove_dir_all(&folder)?;
    let figures = figures?;
    println!("{figures}; {} s", started.elapsed().as_secs());
    Ok(if figures.is_right() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    println!("needs symbolic links");
    ExitCode::FAILURE
}
