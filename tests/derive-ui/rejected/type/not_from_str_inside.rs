use hcldyn::HclDecode;

struct Address;

#[derive(HclDecode)]
struct Config {
    #[hcl(from_str)]
    addresses: Vec<Address>,
    #[hcl(from_str)]
    address: Option<Address>,
}

fn main() {}
