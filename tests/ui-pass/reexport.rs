//! A crate that passes `hcldyn` on under another path.
mod facade {
    pub mod inner {
        pub use hcldyn::*;
    }
}

use facade::inner::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(crate = "crate::facade::inner")]
struct Config {
    name: String,
    level: Level,
    #[hcl(blocks)]
    steps: Vec<Step>,
}

#[derive(HclValue)]
#[hcl(crate = "crate::facade::inner")]
enum Level {
    High,
}

#[derive(HclDecode)]
#[hcl(crate = "crate::facade::inner")]
enum Step {
    Run { command: String },
}

fn main() {
    let _: Option<Config> = None;
}
