use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    #[hcl(name = "a", name = "b")]
    Run {},
}

fn main() {}
