use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain, validate = check)]
    rest: hcldyn::body::Body,
}

fn main() {}
