use hcldyn::cty::Value;
use hcldyn::{Expression, HclDecode, HclValue};

#[derive(HclValue)]
struct Request {
    host: String,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(scope(request = Request))]
    limit: Option<u32>,
    #[hcl(scope(request = Request))]
    any: Value,
    #[hcl(scope(request = Request))]
    hosts: Vec<String>,
    #[hcl(expr, scope(request = Request))]
    when: Expression,
    #[hcl(scope(request = Request))]
    best: Request,
}

fn main() {}
