use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = 7)]
    name: String,
}

fn main() {}
