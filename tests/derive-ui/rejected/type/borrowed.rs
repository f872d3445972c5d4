use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config<'a> {
    name: &'a str,
    bytes: Option<&'a [u8]>,
}

fn main() {}
