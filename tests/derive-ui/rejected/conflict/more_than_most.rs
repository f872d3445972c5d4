use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, min_items = 3, max_items = 2)]
    rule: Vec<Rule>,
}

#[derive(HclDecode)]
struct Rule {
}

fn main() {}
