use std::collections::BTreeMap;

use hcldyn::{Deferred, HclValue};

#[derive(HclValue)]
#[hcl(untagged)]
enum Listen {
    Port(u16),
    Weight(u8),
    Address { host: String },
    Labels(BTreeMap<String, String>),
    When(Deferred<bool>),
    Auto,
    Off,
}

#[derive(HclValue)]
#[hcl(untagged)]
enum Named {
    #[hcl(name = "address", deprecated = "Old.")]
    Address(String),
    #[hcl(other)]
    Auto,
}

fn main() {}
