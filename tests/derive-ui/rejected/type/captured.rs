use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(expr_closure)]
    when: String,
    #[hcl(expr)]
    type_of: Option<bool>,
    #[hcl(remain)]
    rest: Vec<String>,
}

fn main() {}
