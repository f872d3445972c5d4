use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name)]
    a: String,
    #[hcl(with, alias)]
    b: String,
    #[hcl(block, min_items)]
    c: Vec<String>,
}

fn main() {}
