use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = 3, optional)]
    port: u16,
    #[hcl(default = 3)]
    other: Option<u16>,
}

fn main() {}
