use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    text: &'static str,
    path: Option<&'static std::path::Path>,
    list: Vec<&'static [u8]>,
}

fn main() {}
