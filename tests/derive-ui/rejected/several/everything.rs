use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(rename_al = "lowercase", unknown = 1)]
struct Config {
    #[hcl(name = 1, lable, optional = 2)]
    a: u8,
    #[hcl(flatten, dynamic)]
    b: Option<Step>,
    #[hcl(block)]
    step: Step,
    level: Level,
}

#[derive(HclDecode)]
enum Step {
    Run(u8, u8),
}

#[derive(HclValue)]
enum Level {
    High(u8),
}

// This line causes no second error.
fn main() {
    let _: Option<Config> = hcldyn::from_str("", &hcldyn::EvalContext::new()).ok();
}
