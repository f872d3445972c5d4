use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name = b"bytes")]
    a: String,
    #[hcl(default(3))]
    b: u8,
    #[hcl(with(f))]
    c: u8,
    #[hcl(min_items = -1, block)]
    d: Vec<Block>,
    #[hcl(alias = [1, "x"])]
    e: u8,
}

#[derive(HclDecode)]
struct Block {}

fn main() {}
