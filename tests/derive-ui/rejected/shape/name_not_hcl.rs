use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name = "2 words")]
    two: String,
    #[hcl(remain, name = "rest")]
    rest: hcldyn::body::Body,
}

fn main() {}
