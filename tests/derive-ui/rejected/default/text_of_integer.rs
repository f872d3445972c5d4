use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "default_port")]
    port: u16,
    #[hcl(default = "65536")]
    large: u16,
    #[hcl(default = "-1")]
    negative: u32,
    #[hcl(default = "2.5")]
    fraction: i64,
    #[hcl(default = "80")]
    right: u16,
}

fn main() {}
