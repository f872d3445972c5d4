use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(rename_all = "lowercase")]
    a: String,
    #[hcl(tag = "type")]
    b: String,
}

fn main() {}
