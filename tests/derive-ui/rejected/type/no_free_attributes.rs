use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(attrs)]
    tags: Vec<String>,
}

fn main() {}
