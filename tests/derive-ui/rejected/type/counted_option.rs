use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, min_items = 1)]
    rule: Option<Rule>,
}

#[derive(HclDecode)]
struct Rule {
}

fn main() {}
