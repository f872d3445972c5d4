use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(skip, default = 1)]
    cache: u8,
}

fn main() {}
