use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(with = |text: String| text)]
    a: String,
}

fn main() {}
