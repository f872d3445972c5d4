//! Measurement of an operation: the time of batches, or the peak memory, or a single run.

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hcldyn::cty::Value;

pub(crate) const USAGE: &str = "measure <case> | once <case> | repeat <case> <count>";

const BATCH_TIME: Duration = Duration::from_millis(20);
const MAX_BATCHES: usize = 9;
const TOTAL_TIME: Duration = Duration::from_secs(1);

/// A measured operation.
pub(crate) type Operation = Box<dyn Fn() -> Value>;

/// A name, and the function that prepares the operation.
pub(crate) type Case = (String, Rc<dyn Fn() -> Operation>);

pub(crate) fn list(cases: &[Case]) {
    for (name, _) in cases {
        println!("{name}");
    }
}

pub(crate) fn prepare(cases: &[Case], name: &str) -> Operation {
    let (_, prepare) = cases.iter().find(|case| case.0 == name).unwrap();
    prepare()
}

/// Prints nanoseconds, allocations, peak memory in kB and the witness, as far as this mode measures them.
pub(crate) fn run(how: &str, rest: &[&str], operation: &Operation, witness: fn(&Value) -> String) {
    match (how, rest) {
        ("once", []) => {
            let start = Instant::now();
            let value = operation();
            let nanos = start.elapsed().as_nanos();
            println!("{nanos}\t-\t{}\t{}", peak_memory(), witness(&value));
        }
        ("measure", []) => {
            let nanos = measure(operation);
            println!("{nanos:.2}\t-\t-\t{}", witness(&operation()));
        }
        ("repeat", [count]) => {
            for _ in 0..count.parse().unwrap() {
                black_box(operation());
            }
        }
        _ => panic!("usage: {USAGE}"),
    }
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

/// Returns the number of operations that fill a batch.
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

/// Runs a batch. The time includes dropping the values, as the Go program's includes garbage collection.
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
