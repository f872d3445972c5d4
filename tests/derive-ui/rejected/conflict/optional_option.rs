use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(optional)]
    port: Option<u16>,
}

fn main() {}
