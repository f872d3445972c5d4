use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(blocks)]
    step: Vec<Step>,
}

#[derive(HclDecode)]
struct Step {
}

fn main() {}
