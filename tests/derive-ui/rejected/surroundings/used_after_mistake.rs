use hcldyn::{EvalContext, HclDecode, HclValue};

#[derive(HclDecode)]
struct Config {
    #[hcl(default = Level::Info)]
    level: Level,
    #[hcl(blocks)]
    steps: Vec<Step>,
}

#[derive(HclDecode)]
#[hcl(quux)]
enum Step {
    Run { command: String },
}

#[derive(HclValue)]
enum Level {
    #[hcl(quux)]
    Info,
}

fn main() {
    let _ = hcldyn::from_str::<Config>("", &EvalContext::new());
}
