use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Server {
    #[hcl(label)]
    names: Vec<String>,
    #[hcl(label)]
    map: BTreeMap<String, String>,
    #[hcl(label)]
    pair: (String, String),
    #[hcl(label)]
    two: [String; 2],
}

fn main() {}
