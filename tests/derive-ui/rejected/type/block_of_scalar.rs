use std::collections::{BTreeMap, BTreeSet};

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    port: u16,
    #[hcl(block)]
    names: Vec<String>,
    #[hcl(dynamic)]
    tags: BTreeMap<String, String>,
    #[hcl(block)]
    servers: BTreeSet<Server>,
    #[hcl(block)]
    pair: [Server; 2],
    #[hcl(blocks)]
    steps: (Step, Step),
}

#[derive(HclDecode)]
struct Server {}

#[derive(HclDecode)]
enum Step {
    Run {},
}

fn main() {}
