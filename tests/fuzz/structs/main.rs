//! Decodes random configurations into structs and to JSON, each in two ways, and compares the results.
//!
//!     fuzz-structs SEED COUNT [FIRST]
//!
//! Prints the shortest cases that differ.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;

use hcldyn_tests::structs::{run, run_json};

/// The number of cases that are printed.
const SHOWN: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut number = |default: u64| args.next().map_or(Ok(default), |word| word.parse::<u64>());
    let (seed, count, first) = (number(1)?, number(10_000)?, number(0)?);
    let mut different = Vec::new();
    let mut written = 0;
    for index in first..first + count {
        different.extend(run(seed, index).map(|case| (index, case)));
        match run_json(seed, index) {
            Ok(count) => written += count,
            Err(case) => different.push((index, case)),
        }
    }
    different.sort_by_key(|(_, case)| case.len());
    for (index, case) in different.iter().take(SHOWN) {
        println!("=== {index}\n{case}");
    }
    let different_count = different.len();
    println!(
        "{count} configurations, {different_count} decoded differently, {written} results in JSON"
    );
    if different.is_empty() { Ok(()) } else { Err("some results differ".into()) }
}
