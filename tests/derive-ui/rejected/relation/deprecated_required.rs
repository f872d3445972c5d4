use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
struct Point {
    #[hcl(deprecated = "Write `y`.")]
    x: u8,
    #[hcl(deprecated = "Write `y`.")]
    right: Option<u8>,
}

#[derive(HclDecode)]
struct Block {}

#[derive(HclDecode)]
struct Config {
    #[hcl(deprecated = "Write `b`.")]
    a: u8,
    #[hcl(deprecated = "Write `b`.")]
    point: Point,
    #[hcl(deprecated = "Write `b`.", block)]
    block: Block,
    #[hcl(deprecated = "Write `b`.", block)]
    blocks: Vec<Block>,
    #[hcl(deprecated = "Write `b`.", default = 1)]
    right: u8,
}

fn main() {}
