use std::collections::BTreeMap;

use hcldyn::HclValue;
use hcldyn::cty::Value;

#[derive(HclValue)]
struct Inner {
    a: u8,
}

#[derive(HclValue)]
struct Outer {
    #[hcl(flatten)]
    inner: Option<Inner>,
    #[hcl(flatten, name = "x")]
    named: Inner,
    #[hcl(remain)]
    rest: BTreeMap<String, Value>,
    #[hcl(remain)]
    more: BTreeMap<String, Value>,
    #[hcl(range(1..=5))]
    size: u8,
    #[hcl(skip, default = 1)]
    skipped: u8,
}

fn main() {}
