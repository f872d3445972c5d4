//! Sources of any size are parsed in linear time on a small stack.

use std::io::Write as _;
use std::time::Instant;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::{parse_body, parse_expression, parse_template};
use hcldyn_syntax::source::Span;

use crate::sizes::{self, Case, Parse};

/// The default stack size of a thread in Rust.
const STACK: usize = 2 << 20;

/// The repetitions of a wide source. A build without optimizations is slow.
const MANY: usize = if cfg!(debug_assertions) { 30_000 } else { 1_000_000 };

/// Counts events and errors.
#[derive(Debug, Default)]
struct Counter {
    events: usize,
    errors: usize,
}

impl Receiver for Counter {
    fn event(&mut self, _: Event, _: Span) {
        self.events += 1;
    }

    fn error(&mut self, _: SyntaxError) {
        self.errors += 1;
    }
}

fn parse(case: &Case, text: &str) -> Counter {
    let mut counter = Counter::default();
    match case.parse {
        Parse::Body => parse_body(text, &mut counter),
        Parse::Expression => parse_expression(text, 0..text.len(), &mut counter),
        Parse::Template => parse_template(text, 0..text.len(), &mut counter),
    }
    counter
}

/// Parses all sources, with some repetitions, on a thread with a small stack.
fn check(cases: &'static [Case], count: usize) {
    let parse_all = move || {
        let mut failures = Vec::new();
        for case in cases {
            let text = (case.text)(count);
            let Counter { events, errors } = parse(case, &text);
            let most = case.errors.most(count);
            if errors > most || events > 4 * text.len() + 10 {
                failures.push(format!("{}: {errors} errors, {events} events", case.name));
            }
        }
        failures
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(parse_all);
    let failures = thread.expect("a thread can be started").join().expect("all sources are parsed");
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn deep_sources_need_no_deep_stack() {
    check(sizes::nested(), 100_000);
}

#[test]
fn wide_sources_are_parsed() {
    check(sizes::wide(), MANY);
}

#[test]
fn unclosed_parts_are_parsed() {
    check(sizes::unclosed(), MANY);
}

#[test]
fn slow_sources_are_parsed() {
    check(sizes::slow(), 2_000);
}

/// Prints a table: the seconds for some repetitions and ten times as many, and errors and events.
#[test]
#[ignore = "prints times, which are only useful in a release build"]
fn times() {
    const SLOW: f64 = 2.0;
    let [small, middle, large] = [10_000, 100_000, 1_000_000];
    let groups = [
        ("nested", sizes::nested()),
        ("wide", sizes::wide()),
        ("unclosed", sizes::unclosed()),
        ("slow", sizes::slow()),
    ];
    for (group, cases) in groups {
        for case in cases {
            print!("{group:<9} {:<48}", case.name);
            std::io::stdout().flush().expect("there is an output");
            let mut before = None;
            for count in [small, middle, large] {
                let text = (case.text)(count);
                let start = Instant::now();
                let counter = parse(case, &text);
                let seconds = start.elapsed().as_secs_f64();
                print!(" {seconds:>8.4}s");
                if let Some(before) = before {
                    print!(" x{:<6.1}", seconds / before);
                }
                before = Some(seconds);
                if count == large || seconds > SLOW {
                    let Counter { events, errors } = counter;
                    println!(" {} bytes, {events} events, {errors} errors", text.len());
                    break;
                }
            }
        }
    }
}
