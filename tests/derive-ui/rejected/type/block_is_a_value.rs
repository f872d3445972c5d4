use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    port: u16,
}

fn main() {}
