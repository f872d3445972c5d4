use std::collections::{BTreeMap, HashMap};

use hcldyn::HclDecode;

struct Server;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    server: BTreeMap<String, Server>,
    #[hcl(block)]
    route: HashMap<String, HashMap<String, Server>>,
}

fn main() {}
