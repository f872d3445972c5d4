use std::collections::HashMap;

use hcldyn::HclDecode;
use hcldyn::body::Body;
use hcldyn::cty::Value;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    rest: HashMap<String, Value>,
    #[hcl(flatten)]
    body: Body,
    #[hcl(flatten)]
    value: Value,
    #[hcl(flatten)]
    name: String,
}

fn main() {}
