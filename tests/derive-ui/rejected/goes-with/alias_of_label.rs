use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, alias = "title")]
    name: String,
}

fn main() {}
