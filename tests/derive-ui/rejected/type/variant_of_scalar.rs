use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    Wait(u8),
    Run(String),
    All(Vec<String>),
}

fn main() {}
