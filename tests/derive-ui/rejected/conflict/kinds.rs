use hcldyn::{ExpressionClosure, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(label, expr_closure)]
    when: ExpressionClosure,
}

fn main() {}
