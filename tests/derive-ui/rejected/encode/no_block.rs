use std::collections::BTreeMap;

use hcldyn::{HclDecode, HclEncode};

#[derive(HclDecode)]
struct Mine {
    port: u16,
}

#[derive(HclDecode)]
enum Step {
    Run {},
}

#[derive(HclDecode, HclEncode)]
struct Config {
    #[hcl(block)]
    one: Mine,
    #[hcl(block)]
    many: Vec<Mine>,
    #[hcl(block)]
    map: BTreeMap<String, Mine>,
    #[hcl(blocks)]
    steps: Vec<Step>,
}

#[derive(HclDecode, HclEncode)]
struct Flat {
    #[hcl(flatten)]
    mine: Mine,
}

#[derive(HclDecode, HclEncode)]
enum Item {
    Mine(Mine),
}

fn main() {}
