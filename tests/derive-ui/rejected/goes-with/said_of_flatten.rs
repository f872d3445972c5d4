use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten, name = "x", optional)]
    common: Common,
}

#[derive(HclDecode)]
struct Common {
}

fn main() {}
