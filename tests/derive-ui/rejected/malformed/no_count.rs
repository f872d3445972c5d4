use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, min_items = "1")]
    a: Vec<Rule>,
    #[hcl(block, max_items = -1)]
    b: Vec<Rule>,
}

#[derive(HclDecode)]
struct Rule {
}

fn main() {}
