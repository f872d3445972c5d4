use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, default = "x")]
    name: String,
    #[hcl(default = 1)]
    port: Option<u16>,
}

fn main() {}
