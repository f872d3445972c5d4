//! Random configurations of random specs, and random values of structs: `fuzz-settings [seed] [count]` decodes each from a
//! file, from flags and from the environment, and compares the values.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;
use std::process::ExitCode;

use hcldyn_tests::random_specs::RandomSpec;
use hcldyn_tests::settings::{Sabotage, check, check_struct};

/// The number of differences that are shown.
const SHOWN: usize = 3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let seed = args.next().map_or(Ok(1), |it| it.parse())?;
    let count = args.next().map_or(Ok(10_000), |it| it.parse())?;
    let (mut decoded, mut index, mut failed, mut flags, mut variables) = (0, 0, 0, 0, 0);
    // Invalid specs and configurations are not counted.
    while decoded < count {
        let spec = RandomSpec::new(seed, index).spec();
        index += 1;
        if spec.check().is_err() {
            continue;
        }
        match check(&spec, seed, index - 1) {
            Ok(None) => continue,
            Ok(Some(given)) => {
                flags += given.flags;
                variables += given.variables;
            }
            Err(error) => {
                failed += 1;
                if failed <= SHOWN {
                    println!("{}: {error:.4000}\n", index - 1);
                }
            }
        }
        decoded += 1;
    }
    println!(
        "{decoded} configurations of {index} specs, {flags} flags, {variables} variables, {failed} differences"
    );
    let (mut flags, mut variables, mut different) = (0, 0, 0);
    for index in 0..count {
        match check_struct(seed, index, Sabotage::None) {
            Ok(given) => {
                flags += given.flags;
                variables += given.variables;
            }
            Err(error) => {
                different += 1;
                if different <= SHOWN {
                    println!("{index}: {error:.4000}\n");
                }
            }
        }
    }
    println!("{count} structs, {flags} flags, {variables} variables, {different} differences");
    Ok(if failed + different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
