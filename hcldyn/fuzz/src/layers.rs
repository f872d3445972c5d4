//! Configurations of several layers.

use hcldyn::cty::Value;
use hcldyn::environment::Environment;
use hcldyn::{Decoder, HclDecode};

use crate::context;
use crate::report::check_report;

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only its debug form is compared")]
struct Config {
    a: Option<Value>,
    b: Option<Vec<String>>,
    #[hcl(default = 1)]
    c: u8,
    #[hcl(block)]
    block: Vec<Block>,
    #[hcl(block)]
    name: std::collections::BTreeMap<String, Block>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only its debug form is compared")]
struct Block {
    a: Option<Value>,
    #[hcl(block)]
    types: Option<Box<Self>>,
}

/// Decodes up to four sources, separated by zero bytes, as layers: defaults, an environment variable, an override and a
/// file. A layer without items must change nothing.
pub fn layers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = text.split('\0');
    let mut next = || parts.next().unwrap_or_default();
    let (defaults, variable, setting, file) = (next(), next(), next(), next());
    let base = || Decoder::new().context(context::known());
    let alone = shown(&base().text("a.hcl", file));
    assert_eq!(shown(&base().defaults("<defaults>", "").text("a.hcl", file)), alone);
    assert_eq!(shown(&base().defaults("<defaults>", file)).is_some(), alone.is_some());

    let decoder = base().defaults("<defaults>", defaults).text("a.hcl", file);
    let decoder = match variable.split_once('=') {
        Some(variable) => decoder.environment(Environment::with_prefix("").variables([variable])),
        None => decoder,
    };
    let overrides = (!setting.is_empty()).then(|| setting.to_owned());
    match decoder.overrides("--set", overrides).decode::<Config>() {
        Ok(loaded) => {
            check_report(&loaded.warnings);
            for path in ["a", "block", "name.x.a", setting] {
                loaded.explain(path);
            }
        }
        Err(diags) => check_report(&diags),
    }
}

fn shown(decoder: &Decoder) -> Option<String> {
    decoder.decode::<Config>().ok().map(|loaded| format!("{:?}", loaded.value))
}
