use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, dynamic)]
    one: Nested,
    #[hcl(dynamic)]
    maybe: Option<Nested>,
    #[hcl(attr, dynamic)]
    list: Vec<String>,
}

#[derive(HclDecode)]
struct Nested {}

fn main() {}
