use hcldyn::{HclDecode, HclEncode};

struct Mine;

#[derive(HclDecode, HclEncode)]
struct Config {
    #[hcl(encode_with = of_text)]
    number: u8,
    #[hcl(encode_with = mine)]
    result: u8,
    #[hcl(encode_with = by_value)]
    value: String,
}

fn of_text(text: &str) -> String {
    text.to_owned()
}

fn mine(_: &u8) -> Mine {
    Mine
}

fn by_value(text: String) -> String {
    text
}

fn main() {}
