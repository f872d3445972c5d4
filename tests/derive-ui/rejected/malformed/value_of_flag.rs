use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(optional = true)]
    a: String,
    #[hcl(label = "name")]
    b: String,
    #[hcl(sensitive(yes))]
    c: String,
}

fn main() {}
