use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    Run(Run),
}

struct Run {}

fn main() {}
