use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(attrs)]
    tags: Tags,
    #[hcl(attrs)]
    labels: std::collections::BTreeMap<u8, String>,
}

#[derive(HclDecode)]
struct Tags {}

fn main() {}
