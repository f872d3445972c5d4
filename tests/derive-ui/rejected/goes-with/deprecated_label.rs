use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, deprecated = "Not any more.")]
    name: String,
}

fn main() {}
