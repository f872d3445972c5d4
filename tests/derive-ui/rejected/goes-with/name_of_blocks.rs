use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(blocks, name = "steps")]
    steps: Vec<Step>,
}

#[derive(HclDecode)]
enum Step {
    Run {},
}

fn main() {}
