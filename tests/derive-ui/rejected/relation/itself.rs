use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(conflicts_with = "key")]
    key: Option<String>,
}

fn main() {}
