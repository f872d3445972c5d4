use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = [("a", "b")])]
    counts: BTreeMap<String, u16>,
    #[hcl(default = ("a", "b"))]
    pair: (String, u16),
    #[hcl(default = [[1], ["b"]])]
    rows: Vec<Vec<u8>>,
}

fn main() {}
