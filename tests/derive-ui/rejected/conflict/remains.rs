use hcldyn::HclDecode;
use hcldyn::body::Body;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain)]
    rest: Body,
    #[hcl(remain)]
    more: Body,
}

fn main() {}
