use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(blocks)]
    steps: Vec<Step>,
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum Step {
    Run {},
}

fn main() {}
