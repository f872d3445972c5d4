use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label)]
    name: Option<String>,
}

fn main() {}
