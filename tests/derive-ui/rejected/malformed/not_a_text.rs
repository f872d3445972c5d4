use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(name = 5)]
    a: String,
    #[hcl(alias = [one, "two"])]
    b: String,
    #[hcl(deprecated = true)]
    c: String,
}

fn main() {}
