use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(optional, default = 1)]
    port: u16,
}

fn main() {}
