use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label, conflicts_with = "port")]
    name: String,
    port: Option<u16>,
}

fn main() {}
