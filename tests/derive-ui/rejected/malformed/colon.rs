use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default: 3)]
    port: u16,
    #[hcl(name: "n", optional)]
    name: String,
}

fn main() {}
