use hcldyn::HclDecode;

struct Mine;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    mine: Vec<Mine>,
}

fn main() {}
