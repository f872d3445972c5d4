use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = ["a", "b"])]
    ports: Vec<u16>,
    #[hcl(default = [80])]
    port: u16,
}

fn main() {}
