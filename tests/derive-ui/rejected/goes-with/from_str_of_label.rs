use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, from_str)]
    name: String,
}

fn main() {}
