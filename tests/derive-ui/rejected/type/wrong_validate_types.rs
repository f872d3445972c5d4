use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(validate = returns_bool)]
    port: u16,
    #[hcl(validate = takes_value)]
    name: String,
}

fn returns_bool(port: &u16) -> bool {
    *port > 0
}

fn takes_value(_: String) -> Result<(), String> {
    Ok(())
}

fn main() {}
