use hcldyn::HclDecode;

const PORT: &str = "80";

#[derive(HclDecode)]
struct Config {
    #[hcl(default = PORT)]
    port: u16,
}

fn main() {}
