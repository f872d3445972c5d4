use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(validate = check)]
    port: u16,
}

fn check(port: &u8) -> Result<(), String> {
    Err(port.to_string())
}

fn main() {}
