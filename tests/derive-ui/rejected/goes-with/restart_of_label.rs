use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, restart)]
    name: String,
}

fn main() {}
