use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name = ["a", "b"])]
    a: String,
}

fn main() {}
