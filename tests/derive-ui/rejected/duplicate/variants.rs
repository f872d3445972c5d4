use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    Run {},
    #[hcl(name = "run")]
    Go {},
}

fn main() {}
