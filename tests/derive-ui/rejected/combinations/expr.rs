use hcldyn::{Expression, ExpressionClosure, HclDecode};

#[derive(HclDecode)]
struct FieldExpressionclosure {
    #[hcl(expr)]
    field: ExpressionClosure,
}

#[derive(HclDecode)]
struct FieldBoxExpression {
    #[hcl(expr)]
    field: Box<Expression>,
}

fn main() {}
