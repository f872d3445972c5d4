use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(optional, optional)]
    a: u8,
    #[hcl(block, min_items = 1, min_items = 2)]
    b: Vec<Config2>,
    #[hcl(from_str, from_str)]
    c: u8,
}

#[derive(HclDecode)]
struct Config2 {
}

fn main() {}
