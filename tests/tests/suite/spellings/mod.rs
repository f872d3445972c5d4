//! Attributes written as blocks, blocks written as attributes, and labels written as nested blocks.

mod attributes;
mod blocks;
mod derive;
mod laws;
mod nesting;
mod wrong_forms;

use hcldyn::cty::Value;
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// Decodes a source in native syntax, or in JSON syntax if it begins with a brace. Returns the value, and the
/// diagnostics with their severities, one on each line.
fn run_in(text: &str, spec: &Spec, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let body = if text.starts_with('{') {
        parse_json_body(&Source::new("t.json", text), &mut diags)
    } else {
        parse_body(&Source::new("t.hcl", text), &mut diags)
    };
    let value = decode(&body, spec, ctx, &mut diags);
    (value, diags.to_string())
}

/// Returns the diagnostics of a source.
fn problems(text: &str, spec: &Spec) -> String {
    run_in(text, spec, &EvalContext::new()).1
}
