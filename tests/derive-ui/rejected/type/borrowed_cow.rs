use std::borrow::Cow;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config<'a> {
    name: Cow<'a, str>,
    names: Vec<Cow<'a, str>>,
}

fn main() {}
