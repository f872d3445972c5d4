use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    rule: Rule,
}

#[derive(HclDecode)]
struct Rule {
}

fn main() {}
