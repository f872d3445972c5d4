use hcldyn::{Expression, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(expr_closure)]
    when: Expression,
}

fn main() {}
