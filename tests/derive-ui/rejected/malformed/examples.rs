use std::collections::BTreeMap;
use std::time::Duration;

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(example = "port =")]
struct Block {
    #[hcl(example = "1 +")]
    a: u8,
    #[hcl(example = "10.0.0.0/8")]
    b: String,
    #[hcl(example = "info")]
    c: String,
    #[hcl(example = "\"x\"")]
    d: u8,
    #[hcl(example = ["1", "300"])]
    e: u8,
    #[hcl(example = "5")]
    f: Vec<u8>,
    #[hcl(example = "[1]")]
    g: BTreeMap<String, u8>,
    #[hcl(example = "1")]
    h: bool,
    #[hcl(range = 1..=9, example = "10")]
    i: u8,
    #[hcl(example = "\"soon\"")]
    j: Duration,
    #[hcl(example = "var.port + 1")]
    right: u8,
    #[hcl(example = "[for port in [1]: port]")]
    also_right: Vec<u8>,
    #[hcl(example = "\"${var.name}\"")]
    third: u8,
}

#[derive(HclValue)]
struct Object {
    #[hcl(example = "true")]
    a: u8,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(block, example = "a = ")]
    block: Block,
}

fn main() {}
