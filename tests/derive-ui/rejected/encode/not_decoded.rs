use hcldyn::HclEncode;

#[derive(HclEncode)]
struct Config {
    port: u16,
}

fn main() {}
