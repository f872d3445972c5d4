use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, optional)]
    name: String,
}

fn main() {}
