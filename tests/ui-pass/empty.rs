//! Types without anything in them.
#![deny(warnings)]

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
pub struct Unit;

#[derive(HclDecode)]
pub struct Empty {}

#[derive(HclDecode)]
pub struct Skipped {
    #[hcl(skip)]
    pub all: u8,
}

#[derive(HclDecode)]
#[hcl(tag = label)]
pub enum Tagged {
    A,
    B {},
}

#[derive(HclValue)]
pub struct Object {}

fn main() {}
