use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    common: Option<Common>,
}

#[derive(HclDecode)]
struct Common {
}

fn main() {}
