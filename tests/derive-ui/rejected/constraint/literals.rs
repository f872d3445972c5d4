use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
enum Level {
    Info,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(range = 0..=70000)]
    a: u8,
    #[hcl(range = -1..)]
    b: Vec<u16>,
    #[hcl(range = -128..=127)]
    right: i8,
    #[hcl(one_of = [1, 300])]
    c: u8,
    #[hcl(one_of = ["a", 1])]
    d: String,
    #[hcl(one_of = ["info", "loud"])]
    e: Level,
    #[hcl(from_str, one_of = [1])]
    f: u8,
}

fn main() {}
