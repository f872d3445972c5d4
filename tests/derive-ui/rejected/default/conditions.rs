use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(range = 1..=9, default = 10)]
    a: u8,
    #[hcl(range = 1..=9, default = [1, 0])]
    b: Vec<u8>,
    #[hcl(range = ..=-1, default = 0.5)]
    c: f64,
    #[hcl(length = 1..=3, default = "abcd")]
    d: String,
    #[hcl(non_empty, default = [])]
    e: Vec<String>,
    #[hcl(unique, default = ["a", "b", "a"])]
    f: Vec<String>,
    #[hcl(one_of = ["a", "b"], default = "c")]
    g: String,
    #[hcl(range = 1..=9, default = 9)]
    right: u8,
}

fn main() {}
