use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, optional)]
    rule: Rule,
}

#[derive(HclDecode)]
struct Rule {}

fn main() {}
