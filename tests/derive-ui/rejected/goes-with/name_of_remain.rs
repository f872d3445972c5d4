use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain, name = "rest")]
    rest: hcldyn::body::Body,
}

fn main() {}
