use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(alias("a", "b"))]
    a: String,
}

fn main() {}
