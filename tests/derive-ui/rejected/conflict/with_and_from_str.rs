use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(with = make, from_str)]
    port: u16,
    #[hcl(serde, from_str)]
    host: String,
}

fn main() {}
