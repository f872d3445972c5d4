use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(hcl::default = 3)]
    a: u8,
    #[hcl(serde(default))]
    b: u8,
}

fn main() {}
