//! Prints configurations with the JSON Schemas of their specs, as lines of JSON: each schema, then the configurations
//! with hcldyn's verdict. The arguments are a seed and the number of random specs. The script `validate` runs it.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use hcldyn_tests::schema::{random, recorded};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse().unwrap_or(1));
    let (seed, count) = (args.next().unwrap_or(1), args.next().unwrap_or(300));
    for group in recorded() {
        print!("{}", group.lines());
    }
    for group in random(seed, count) {
        print!("{}", group.lines());
    }
}
