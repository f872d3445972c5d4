//! Decodes random configurations into structs in two ways, and compares the results.
//!
//!     fuzz-structs SEED COUNT [FIRST]
//!
//! Prints the shortest cases that differ.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;

use hcldyn_tests::structs::run;

/// The number of cases that are printed.
const SHOWN: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut number = |default: u64| args.next().map_or(Ok(default), |word| word.parse::<u64>());
    let (seed, count, first) = (number(1)?, number(10_000)?, number(0)?);
    let mut different: Vec<_> =
        (first..first + count).filter_map(|index| Some((index, run(seed, index)?))).collect();
    different.sort_by_key(|(_, case)| case.len());
    for (index, case) in different.iter().take(SHOWN) {
        println!("=== {index}\n{case}");
    }
    println!("{count} configurations, {} decoded differently", different.len());
    if different.is_empty() { Ok(()) } else { Err("some results differ".into()) }
}
