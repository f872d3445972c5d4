//! Fixes of diagnostics.

use hcldyn::diag::apply_fixes;
use hcldyn::spec::decode;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use crate::context;
use crate::random_spec::{SPEC_BYTES, random_spec};
use crate::report::check_report;

/// The maximum number of rounds of fixes.
const ROUNDS: usize = 20;

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
