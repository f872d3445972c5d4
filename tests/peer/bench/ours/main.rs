//! Measures hcldyn on the cases on which the Go program in this folder measures the reference. The script
//! `run` drives both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for measuring may stop")]

#[allow(unreachable_pub, reason = "the benches of the crate use it too")]
#[path = "../../../../hcldyn/benches/corpus/mod.rs"]
mod corpus;
mod decoding;
mod expressions;
mod growth;
mod measuring;
mod structs;
mod values;
mod witness;

use self::measuring::Case;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["texts"] => decoding::write_texts(),
        ["list"] => measuring::list(&cases()),
        ["list", "growth"] => measuring::list(&growth::cases()),
        [how, name, ref rest @ ..] => {
            let all = [cases(), growth::cases()].concat();
            measuring::run(how, rest, &measuring::prepare(&all, name), witness::of);
        }
        _ => panic!("usage: list [growth] | texts | {}", measuring::USAGE),
    }
}

fn cases() -> Vec<Case> {
    [values::cases(), expressions::cases(), decoding::cases(), structs::cases()].concat()
}
