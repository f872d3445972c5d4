use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    port: u16,
    #[hcl(name = "port")]
    ports: Vec<u16>,
}

fn main() {}
