use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl("label")]
    name: String,
    #[hcl("my name")]
    other: String,
    #[hcl(3)]
    third: String,
}

fn main() {}
