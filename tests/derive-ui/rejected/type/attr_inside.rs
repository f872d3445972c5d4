use std::collections::BTreeMap;

use hcldyn::HclDecode;

struct Mine;

#[derive(HclDecode)]
struct Config {
    list: Vec<Mine>,
    option: Option<Mine>,
    map: BTreeMap<String, Mine>,
}

fn main() {}
