use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain, hide)]
    rest: hcldyn::body::Body,
}

fn main() {}
