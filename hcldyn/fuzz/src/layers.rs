//! Configurations of several layers, and fixes.

use hcldyn::diag::apply_fixes;
use hcldyn::source::Source;
use hcldyn::spec::decode;
use hcldyn::{Decoder, Diagnostics, HclDecode, Value, parse_body};

use crate::context;
use crate::random_spec::{SPEC_BYTES, random_spec};
use crate::report::check_report;

/// The maximum number of rounds of fixes.
const ROUNDS: usize = 20;

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

/// Decodes up to four sources, separated by zero bytes, as layers: defaults, a file, an environment variable and an
/// override. A layer without items must change nothing.
pub fn layers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = text.split('\0');
    let mut next = || parts.next().unwrap_or_default();
    let (file, defaults, variable, setting) = (next(), next(), next(), next());
    let base = || Decoder::new().context(context::known());
    let alone = shown(&base().text("a.hcl", file));
    assert_eq!(shown(&base().defaults("<defaults>", "").text("a.hcl", file)), alone);
    assert_eq!(shown(&base().defaults("<defaults>", file)).is_some(), alone.is_some());

    let decoder = base().defaults("<defaults>", defaults).text("a.hcl", file);
    let decoder = match variable.split_once('=') {
        Some(variable) => decoder.environment([variable], |name| Some(name)),
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

/// Decodes a source by a spec, and applies the fixes of all diagnostics until there is none.
pub fn fixes(bytes: &[u8]) {
    let Some((chosen, text)) = bytes.split_at_checked(SPEC_BYTES) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (spec, ctx) = (random_spec(chosen), context::known());
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("fuzz", &text), &mut diags);
        decode(&body, &spec, &ctx, &mut diags);
        check_report(&diags);
        let fixes: Vec<_> = diags.iter().filter_map(|it| it.fixes.first().cloned()).collect();
        let Some((_, fixed)) = apply_fixes(&fixes).pop() else { break };
        text = fixed;
    }
}
