use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    twice: Option<Option<Common>>,
    #[hcl(flatten)]
    map: Option<BTreeMap<String, u8>>,
    #[hcl(flatten)]
    number: Option<u8>,
}

#[derive(HclDecode)]
struct Common {}

#[derive(HclDecode)]
struct Node {
    #[hcl(flatten, prefix = "next_")]
    next: Option<Box<Node>>,
}

fn main() {}
