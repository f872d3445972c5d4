use std::str::FromStr;

use hcldyn::{HclDecode, HclEncode};

struct Mine;

impl FromStr for Mine {
    type Err = String;

    fn from_str(_: &str) -> Result<Self, String> {
        Ok(Self)
    }
}

#[derive(HclDecode, HclEncode)]
struct Config {
    #[hcl(from_str)]
    mine: Mine,
}

#[derive(HclDecode, HclEncode)]
struct Rule {
    #[hcl(label, from_str)]
    label: Mine,
    #[hcl(labels, from_str)]
    labels: Vec<Mine>,
}

fn main() {}
