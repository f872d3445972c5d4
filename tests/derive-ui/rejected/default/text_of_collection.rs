use std::collections::{BTreeMap, BTreeSet};

use hcldyn::{Deferred, Expression, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "a")]
    names: Vec<String>,
    #[hcl(default = "a")]
    set: BTreeSet<String>,
    #[hcl(default = "a")]
    map: BTreeMap<String, String>,
    #[hcl(default = "a")]
    pair: (String, String),
    #[hcl(default = "a")]
    expression: Expression,
    #[hcl(default = "a")]
    later: Deferred<u8>,
}

fn main() {}
