use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
struct Point {
    x: u8,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(default = Point { x: 256 - 1, y: 2 })]
    point: Point,
    #[hcl(default = missing())]
    port: u16,
}

fn main() {}
