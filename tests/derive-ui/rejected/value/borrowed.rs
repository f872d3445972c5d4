use std::borrow::Cow;

use hcldyn::HclValue;

trait Handler {}

#[derive(HclValue)]
struct Object<'a> {
    name: &'a str,
    text: Cow<'a, str>,
    handler: Box<dyn Handler>,
}

#[derive(HclValue)]
struct Name(&'static str);

#[derive(HclValue)]
#[hcl(untagged)]
enum Both {
    Path(&'static std::path::Path),
}

fn main() {}
