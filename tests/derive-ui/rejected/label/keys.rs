use std::collections::{BTreeMap, HashMap};

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    server: BTreeMap<Vec<String>, Server>,
    #[hcl(block)]
    route: HashMap<(String, String), Server>,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
