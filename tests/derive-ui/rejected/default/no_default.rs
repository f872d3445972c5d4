use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
struct Point {
    x: u8,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(default)]
    point: Point,
}

fn main() {}
