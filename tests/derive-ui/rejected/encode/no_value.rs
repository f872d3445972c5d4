use std::collections::BTreeMap;

use hcldyn::cty::{FromValue, FromValueError, Type, Value};
use hcldyn::{HclDecode, HclEncode, HclValue};

struct Mine;

impl FromValue for Mine {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(_: &Value) -> Result<Self, FromValueError> {
        Ok(Self)
    }
}

#[derive(HclValue)]
struct Server {
    port: u16,
}

#[derive(HclDecode, HclEncode)]
struct Config {
    mine: Mine,
    server: Server,
    list: Vec<Mine>,
    #[hcl(attrs)]
    tags: BTreeMap<String, Mine>,
}

#[derive(HclDecode, HclEncode)]
struct Rule {
    #[hcl(label)]
    label: Mine,
    #[hcl(labels)]
    labels: Vec<Mine>,
}

#[derive(HclValue)]
#[hcl(into_value)]
struct Outer {
    mine: Mine,
}

fn main() {}
