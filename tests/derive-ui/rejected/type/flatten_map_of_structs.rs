use std::collections::HashMap;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    servers: HashMap<String, Server>,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
