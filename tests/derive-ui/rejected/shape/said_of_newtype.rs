use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    Run(#[hcl(block)] Run),
    Copy(#[hcl(name = "x")] Run),
}

#[derive(HclDecode)]
struct Run {}

fn main() {}
