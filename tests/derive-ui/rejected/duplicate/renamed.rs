use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(rename_all = "UPPERCASE")]
struct Config {
    port: u16,
    #[hcl(name = "PORT")]
    other: u16,
}

fn main() {}
