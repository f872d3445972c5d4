use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default("a"), nam = "x")]
    a: String,
}

fn main() {}
