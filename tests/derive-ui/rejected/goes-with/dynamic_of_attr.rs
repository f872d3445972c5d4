use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(attr, dynamic)]
    list: Vec<String>,
    #[hcl(label, dynamic)]
    name: String,
}

fn main() {}
