use std::collections::BTreeMap;

use hcldyn::{HclDecode, HclEncode, HclValue};

#[derive(HclDecode)]
struct Common {
    port: u16,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(prefix = "db_")]
    attribute: u8,
    #[hcl(flatten, prefix = "")]
    empty: Common,
    #[hcl(flatten, prefix = "1_")]
    number: Common,
    #[hcl(flatten, prefix = "a.")]
    dotted: Common,
    #[hcl(flatten, prefix)]
    without_value: Common,
    #[hcl(flatten, prefix = "a_", prefix = "b_")]
    twice: Common,
    #[hcl(flatten, prefix = "a_")]
    map: BTreeMap<String, u8>,
}

#[derive(HclDecode, HclEncode)]
struct Same {
    #[hcl(flatten, prefix = "a_")]
    one: Common,
    #[hcl(flatten, prefix = "a_")]
    two: Common,
}

#[derive(HclValue)]
struct Object {
    #[hcl(flatten, prefix = "a_")]
    map: BTreeMap<String, u8>,
}

fn main() {}
