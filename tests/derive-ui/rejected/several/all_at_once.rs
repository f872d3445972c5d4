use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(labl)]
    name: String,
    #[hcl(dynamic)]
    ingress: Nested,
    #[hcl(expr_closure)]
    when: String,
    #[hcl(default = 5)]
    port: Option<u16>,
}

#[derive(HclDecode)]
struct Nested {}

// The fallback implementation prevents a further error here.
fn main() {
    let _ = hcldyn::from_str::<Config>("", &hcldyn::EvalContext::new());
}
