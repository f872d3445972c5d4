use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::time::Duration;

use hcldyn::{Deferred, HclDecode, Spanned};

#[derive(HclDecode)]
struct Config {
    #[hcl(range = 1..=5)]
    name: String,
    #[hcl(length = 1..=5)]
    count: u8,
    #[hcl(unique)]
    set: BTreeSet<u8>,
    #[hcl(matches = "a")]
    flag: bool,
    #[hcl(range = 1..=5)]
    timeout: Option<Duration>,
    #[hcl(from_str, range = 1..)]
    address: Ipv4Addr,
    #[hcl(non_empty, label)]
    label: String,
    #[hcl(block, range = 1..=5)]
    block: Vec<Rule>,
    #[hcl(one_of = ["a", "b"])]
    size: u8,
    #[hcl(range = 1..=5)]
    later: Deferred<u8>,
    #[hcl(matches = "a", range = 1..=5)]
    pair: (u8, Spanned<String>),
}

#[derive(HclDecode)]
struct Rule {}

fn main() {}
