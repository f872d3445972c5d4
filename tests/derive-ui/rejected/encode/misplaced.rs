use hcldyn::{HclDecode, HclEncode, HclValue};

#[derive(HclDecode, HclEncode)]
struct Rule {
    port: u16,
}

#[derive(HclDecode, HclEncode)]
#[hcl(encode_with(bool = word))]
struct Config {
    #[hcl(block, encode_with = same)]
    rule: Rule,
    #[hcl(encode_with = same, encode_with = same)]
    twice: u8,
    #[hcl(encode_with = "same")]
    quoted: u8,
    #[hcl(encode_with)]
    missing: u8,
}

#[derive(HclDecode, HclEncode)]
#[hcl(encode_with = same)]
struct Whole {
    port: u16,
}

#[derive(HclDecode, HclEncode)]
enum Step {
    #[hcl(encode_with = same)]
    Run,
}

#[derive(HclValue)]
#[hcl(into_value)]
enum Keyword {
    A,
}

#[derive(HclDecode, HclEncode)]
union Either {
    a: u8,
    b: i8,
}

fn same<T: Clone>(value: &T) -> T {
    value.clone()
}

fn word(value: &bool) -> String {
    value.to_string()
}

fn main() {}
