//! Measures hcldyn on the cases that the Go program beside it measures the reference on. The script
//! `run` drives both.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for measuring may stop")]

mod decoding;
mod expressions;
mod values;
mod witness;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hcldyn::Value;

const BATCH_TIME: Duration = Duration::from_millis(20);
const MAX_BATCHES: usize = 9;
const TOTAL_TIME: Duration = Duration::from_secs(1);

/// What is measured.
type Operation = Box<dyn Fn() -> Value>;

/// A name, and what prepares the operation.
type Case = (String, Box<dyn Fn() -> Operation>);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["list"] => cases().iter().for_each(|(name, _)| println!("{name}")),
        ["texts"] => decoding::write_texts(),
        ["once", name] => {
            let operation = prepare(name);
            let start = Instant::now();
            let value = operation();
            let nanos = start.elapsed().as_nanos();
            println!("{nanos}\t-\t{}\t{}", peak_memory(), witness::of(&value));
        }
        ["measure", name] => {
            let operation = prepare(name);
            let nanos = measure(&operation);
            println!("{nanos:.2}\t-\t-\t{}", witness::of(&operation()));
        }
        ["repeat", name, count] => {
            let operation = prepare(name);
            for _ in 0..count.parse().unwrap() {
                black_box(operation());
            }
        }
        _ => panic!("usage: list | texts | measure <case> | once <case> | repeat <case> <count>"),
    }
}

fn cases() -> Vec<Case> {
    let all = [values::cases(), expressions::cases(), decoding::cases()];
    all.into_iter().flatten().collect()
}

fn prepare(name: &str) -> Operation {
    let (_, prepare) = cases().into_iter().find(|case| case.0 == name).unwrap();
    prepare()
}

/// The median time of a batch, per operation.
fn measure(operation: &Operation) -> f64 {
    let count = calibrate(operation);
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < MAX_BATCHES && (times.is_empty() || start.elapsed() < TOTAL_TIME) {
        times.push(batch(operation, count).as_nanos() as f64 / count as f64);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// How many operations fill a batch.
fn calibrate(operation: &Operation) -> usize {
    let mut count = 1;
    loop {
        let elapsed = batch(operation, count);
        if elapsed >= BATCH_TIME {
            return count;
        }
        let missing = 1.2 * BATCH_TIME.as_secs_f64() / (elapsed.as_secs_f64() + 1e-9);
        count = (count + 1).max((count as f64 * missing.min(10.0)) as usize);
    }
}

/// Values are dropped within the time, as the collections of the other side are.
fn batch(operation: &Operation, count: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        black_box(operation());
    }
    start.elapsed()
}

/// The peak of resident memory in kB.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|rest| rest.split_whitespace().next()).unwrap_or("0").to_owned()
}
