//! Types without decoded fields.
#![deny(warnings)]

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Unit;

#[derive(HclDecode)]
struct Empty {}

#[derive(HclDecode)]
struct Skipped {
    #[hcl(skip)]
    all: u8,
}

#[derive(HclDecode)]
#[hcl(tag = label)]
enum Tagged {
    A,
    B {},
}

#[derive(HclValue)]
struct Object {}
