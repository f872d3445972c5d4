use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, merge)]
    rule: Vec<Rule>,
    #[hcl(block, merge)]
    other: Option<Vec<Rule>>,
    #[hcl(or_block, merge)]
    ports: Vec<u16>,
    #[hcl(merge)]
    port: u16,
    #[hcl(block, merge, merge)]
    twice: Option<Rule>,
}

#[derive(HclDecode)]
struct Rule {}

fn main() {}
