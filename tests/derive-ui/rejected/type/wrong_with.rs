use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(with = make)]
    port: u16,
}

fn make(text: String) -> Result<u8, String> {
    text.parse().map_err(|_| text)
}

fn main() {}
