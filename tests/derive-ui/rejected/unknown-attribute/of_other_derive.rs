use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(try_from = "String")]
struct Config {}

#[derive(HclValue)]
#[hcl(dynamic, tag = label)]
struct Point {
    #[hcl(label)]
    x: u8,
    #[hcl(min_items = 3)]
    y: Vec<u8>,
}

fn main() {}
