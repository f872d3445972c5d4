use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    port: u16,
    #[hcl(alias = "port")]
    number: u16,
    #[hcl(former_name = ["number", "nr"])]
    size: u16,
}

fn main() {}
