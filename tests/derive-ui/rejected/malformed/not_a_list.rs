use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl]
    a: String,
    #[hcl = "b"]
    b: String,
    #[hcl()]
    c: String,
    #[hcl(label name = "d")]
    d: String,
}

fn main() {}
