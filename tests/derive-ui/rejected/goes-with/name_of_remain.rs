use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain, name = "rest")]
    rest: hcldyn::Body,
}

fn main() {}
