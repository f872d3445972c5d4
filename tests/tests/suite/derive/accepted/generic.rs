//! A struct with type parameters.
use std::collections::BTreeMap;

use hcldyn::cty::FromValue;
use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Setting<T: FromValue> {
    value: T,
}

#[derive(HclValue)]
struct Object<T, U> {
    value: T,
    #[hcl(flatten)]
    size: Size<T>,
    #[hcl(remain)]
    others: BTreeMap<String, U>,
}

#[derive(HclValue)]
struct Size<T> {
    #[hcl(default)]
    width: T,
    #[hcl(serde)]
    height: Option<T>,
}

#[derive(HclValue)]
struct Part<T> {
    #[hcl(flatten)]
    inner: T,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    port: Setting<u16>,
    #[hcl(block)]
    host: Option<Setting<String>>,
    object: Object<u8, String>,
    part: Part<Object<u8, bool>>,
}
