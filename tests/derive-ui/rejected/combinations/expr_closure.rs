use hcldyn::{Deferred, Expression, HclDecode};

#[derive(HclDecode)]
struct FieldExpression {
    #[hcl(expr_closure)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldDeferredU8 {
    #[hcl(expr_closure)]
    field: Deferred<u8>,
}

fn main() {}
