//! Lints that the derives must not try to allow.
#![forbid(deprecated, unused_variables)]

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Empty {}

#[derive(HclDecode)]
struct Config {
    name: String,
}
