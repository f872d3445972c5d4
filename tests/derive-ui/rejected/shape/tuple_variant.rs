use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    Run(Run, Run),
    Copy(),
}

#[derive(HclDecode)]
struct Run {}

fn main() {}
