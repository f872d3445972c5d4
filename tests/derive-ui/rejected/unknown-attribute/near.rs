use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(lable)]
    a: String,
    #[hcl(expr_closur)]
    b: String,
    #[hcl(max_item = 3)]
    c: String,
}

fn main() {}
