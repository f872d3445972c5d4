use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    #[hcl(block)]
    Run {},
    #[hcl(alias = "x")]
    Copy {},
}

fn main() {}
