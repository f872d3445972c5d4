//! Deprecated items, whose derives cause no warning.
#![deny(deprecated)]

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[deprecated = "use another"]
struct Config {
    #[deprecated]
    name: String,
    level: u8,
}

#[derive(HclDecode)]
enum Step {
    #[deprecated]
    Run { command: String },
    Wait {
        #[deprecated]
        seconds: u8,
    },
}

#[derive(HclValue)]
struct Point {
    #[deprecated]
    x: u8,
}
