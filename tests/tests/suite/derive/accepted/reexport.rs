//! A crate that re-exports `hcldyn` under another path.
mod facade {
    pub(super) mod inner {
        pub(crate) use hcldyn::*;
    }
}

use facade::inner::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(crate = "crate::derive::accepted::reexport::facade::inner")]
struct Config {
    name: String,
    level: Level,
    #[hcl(blocks)]
    steps: Vec<Step>,
}

#[derive(HclValue)]
#[hcl(crate = "crate::derive::accepted::reexport::facade::inner")]
enum Level {
    High,
}

#[derive(HclDecode)]
#[hcl(crate = "crate::derive::accepted::reexport::facade::inner")]
enum Step {
    Run { command: String },
}
