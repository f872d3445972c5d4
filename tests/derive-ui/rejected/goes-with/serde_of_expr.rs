use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(expr, serde)]
    when: hcldyn::Expression,
}

fn main() {}
