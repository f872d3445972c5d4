use std::time::Duration;

use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(with(Duration = hcldyn::cty::seconds))]
struct Config {
    timeout: u64,
    all: Vec<Vec<Duration>>,
}

#[derive(HclDecode)]
#[hcl(with = hcldyn::cty::seconds)]
struct Other {
    timeout: Duration,
}

fn main() {}
