//! A simulated cloud that only invents ids.

use std::thread::sleep;
use std::time::Duration;

use hcldyn::cty::{Type, Value};

use crate::settings::Settings;

/// Returns an unknown id with its known properties.
pub(crate) fn unknown_id<T: Settings>() -> Value {
    let id = Value::unknown(Type::String).refine().not_null().whole_prefix(prefix::<T>());
    id.finish().unwrap_or_else(|_| Value::unknown(Type::String))
}

/// Creates an instance, which takes the simulated cloud a moment, and returns its id.
pub(crate) fn create<T: Settings>(address: &str) -> String {
    sleep(Duration::from_millis(20));
    format!("{}{:08x}", prefix::<T>(), fingerprint(address))
}

/// Returns the prefix of all ids: `subnet-` for `cloud_subnet`.
fn prefix<T: Settings>() -> String {
    format!("{}-", T::KIND.trim_start_matches("cloud_"))
}

/// FNV-1a, which is equal on every machine, so that an example can be run twice.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
