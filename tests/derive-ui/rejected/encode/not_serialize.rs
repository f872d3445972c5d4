use hcldyn::{HclDecode, HclEncode};
use serde::{Deserialize, Deserializer};

struct Mine;

impl<'de> Deserialize<'de> for Mine {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Ok(Self)
    }
}

#[derive(HclDecode, HclEncode)]
struct Config {
    #[hcl(serde)]
    attr: Mine,
    #[hcl(serde, block)]
    block: Mine,
    #[hcl(serde, block)]
    blocks: Vec<Mine>,
}

fn main() {}
