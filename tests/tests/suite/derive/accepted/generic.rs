//! A struct with type parameters.
use hcldyn::{FromValue, HclDecode};

#[derive(HclDecode)]
struct Setting<T: FromValue> {
    value: T,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    port: Setting<u16>,
    #[hcl(block)]
    host: Option<Setting<String>>,
}
