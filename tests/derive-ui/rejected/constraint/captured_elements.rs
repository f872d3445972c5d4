use hcldyn::{Deferred, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(range = 1..=9)]
    limits: Vec<Deferred<u8>>,
    #[hcl(unique)]
    weights: Vec<Deferred<u8>>,
    #[hcl(non_empty)]
    allowed: Vec<Deferred<u8>>,
}

fn main() {}
