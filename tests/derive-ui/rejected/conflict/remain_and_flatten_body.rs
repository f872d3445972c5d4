use hcldyn::{Body, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(remain)]
    rest: Body,
    #[hcl(remain, name = "more")]
    more: Body,
}

fn main() {}
