use hcldyn::HclDecode;

struct NotAValue;

#[derive(HclDecode)]
struct Config {
    #[hcl(with = takes_other)]
    port: u16,
    #[hcl(with = takes_two)]
    load: u8,
    #[hcl(with = returns_value)]
    name: String,
}

fn takes_other(_: NotAValue) -> Result<u16, String> {
    Ok(0)
}

fn takes_two(_: u8, _: u8) -> Result<u8, String> {
    Ok(0)
}

fn returns_value(text: String) -> String {
    text
}

fn main() {}
