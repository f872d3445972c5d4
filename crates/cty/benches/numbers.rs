//! The costs of numbers: inline integers, literals, strings.

#![allow(clippy::unwrap_used, reason = "a test or benchmark may stop")]

use divan::{Bencher, black_box};
use hcldyn_cty::number::Number;

fn main() {
    divan::main();
}

#[divan::bench(args = ["7", "0.75", "3.14", "1e9", "0.1e-30", "123456789012345678901234567890.5"])]
fn parse(bencher: Bencher<'_, '_>, text: &str) {
    bencher.bench(|| Number::parse(black_box(text)));
}

#[divan::bench(args = ["7", "0.75", "3.14", "1e-30", "1e30", "1e300"])]
fn print(bencher: Bencher<'_, '_>, text: &str) {
    let number = Number::parse(text).unwrap();
    bencher.bench(|| black_box(&number).to_string());
}

#[divan::bench]
fn print_third(bencher: Bencher<'_, '_>) {
    let number = Number::ONE.div(&Number::parse("3").unwrap()).unwrap();
    bencher.bench(|| black_box(&number).to_string());
}

#[divan::bench(args = ["1e78913", "1e-78913"])]
fn print_extreme(bencher: Bencher<'_, '_>, text: &str) {
    let number = Number::parse(text).unwrap();
    bencher.bench(|| black_box(&number).to_string());
}

#[divan::bench(args = ["7", "0.1"])]
fn add(bencher: Bencher<'_, '_>, text: &str) {
    let number = Number::parse(text).unwrap();
    bencher.bench(|| black_box(&number).add(black_box(&number)));
}

#[divan::bench(args = ["7", "0.1"])]
fn mul(bencher: Bencher<'_, '_>, text: &str) {
    let number = Number::parse(text).unwrap();
    bencher.bench(|| black_box(&number).mul(black_box(&number)));
}

#[divan::bench(args = ["7", "0.1"])]
fn div(bencher: Bencher<'_, '_>, text: &str) {
    let (one, number) = (Number::ONE, Number::parse(text).unwrap());
    bencher.bench(|| black_box(&one).div(black_box(&number)));
}

#[divan::bench(args = ["7", "0.1"])]
fn compare(bencher: Bencher<'_, '_>, text: &str) {
    let number = Number::parse(text).unwrap();
    bencher.bench(|| black_box(&number) < black_box(&number));
}
