//! Lists the broken links in rendered documentation: `check-links [FOLDER [ADDRESS=FOLDER...]]`. Links to an address are
//! looked up in its folder.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::path::PathBuf;
use std::process::ExitCode;

use hcldyn_tests::links::Mirror;

fn main() -> std::io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/doc".to_owned());
    let mirrors: Option<Vec<_>> = arguments.map(|argument| mirror(&argument)).collect();
    let Some(mirrors) = mirrors else {
        println!("usage: check-links [FOLDER [ADDRESS=FOLDER...]]");
        return Ok(ExitCode::FAILURE);
    };
    let broken = hcldyn_tests::links::broken(folder.as_ref(), &mirrors)?;
    for link in &broken {
        println!("{link}");
    }
    println!("{} broken links in {folder}", broken.len());
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn mirror(argument: &str) -> Option<Mirror> {
    let (address, folder) = argument.split_once('=')?;
    Some(Mirror { address: address.to_owned(), folder: PathBuf::from(folder) })
}
