//! Lists the broken links in rendered documentation: `check-links [folder]`.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::path::Path;
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/doc".to_owned());
    let broken = hcldyn_tests::links::broken(Path::new(&folder))?;
    for link in &broken {
        println!("{link}");
    }
    println!("{} broken links in {folder}", broken.len());
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
