use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(attr, or_attr)]
    tags: BTreeMap<String, String>,
    #[hcl(block, or_block)]
    tls: Option<Tls>,
    #[hcl(attrs, labels_as_blocks)]
    options: Option<BTreeMap<String, String>>,
    #[hcl(label, merge)]
    name: String,
}

#[derive(HclDecode)]
struct Tls {}

fn main() {}
