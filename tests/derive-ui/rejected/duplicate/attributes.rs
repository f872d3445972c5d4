use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name = "a", name = "b")]
    first: String,
    #[hcl(label)]
    #[hcl(label)]
    second: String,
}

fn main() {}
