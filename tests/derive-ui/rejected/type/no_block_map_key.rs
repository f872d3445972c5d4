use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    server: BTreeMap<Key, Server>,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
