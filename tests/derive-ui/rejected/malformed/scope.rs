use hcldyn::{Deferred, ExpressionClosure, HclDecode, HclValue};

#[derive(HclValue)]
#[hcl(into_value)]
struct Request {
    path: String,
}

#[derive(HclDecode)]
struct Route {
    #[hcl(expr_closure, scope)]
    when: ExpressionClosure,
    #[hcl(expr_closure, scope = Request)]
    unless: ExpressionClosure,
    #[hcl(expr_closure, scope(Request))]
    log: ExpressionClosure,
    #[hcl(scope(request: Request))]
    weight: Deferred<u8>,
    #[hcl(scope(request = ))]
    limit: Deferred<u8>,
    #[hcl(scope("request" = Request))]
    name: Deferred<String>,
}

fn main() {}
