use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    child: Option<Box<Config>>,
    #[hcl(block)]
    children: std::collections::BTreeMap<String, Config>,
}

fn main() {}
