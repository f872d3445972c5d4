//! Spec files, which are read at run time.

mod docs;
mod extensions;
mod item_by_item;
mod mistakes;
mod named_specs;
mod open_bodies;
mod real_formats;
mod reference;
mod values;
mod written;

use hcldyn::cty::Value;
use hcldyn::cty::json::{to_plain_json, to_present_json};
use hcldyn::ext::dynblock;
use hcldyn::spec::language::{self, SpecFile};
use hcldyn::spec::{decode, decode_to_json};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_body};

/// Reads a spec file with all functions, including one under the reference's name.
fn read(spec: &str, diags: &mut Diagnostics) -> Option<SpecFile> {
    let body = parse_body(&Source::new("spec.hcl", spec), diags);
    let length = functions::all().find(|(name, _)| *name == "length");
    let strlen = length.map(|(_, length)| ("strlen", length));
    let ctx = EvalContext::new().with_functions(functions::all().chain(strlen));
    language::read(&body, &ctx, diags).filter(|_| !diags.has_errors())
}

/// Returns the value of an input by a spec file, if both are valid. JSON that can be written without it must be the same.
fn value(spec: &str, text: &str, diags: &mut Diagnostics) -> Option<Value> {
    let file = read(spec, diags)?;
    let (spec, ctx) = (&file.spec, file.context());
    let body = parse_body(&Source::new("input.hcl", text), diags);
    let value = decode(&body, spec, &ctx, diags);
    let value = (!diags.has_errors()).then_some(value);
    if let Some(json) = decode_to_json(&body, spec, &ctx).filter(|_| diags.is_empty()) {
        assert_eq!(value.as_ref().map(to_present_json), Some(Ok(json)), "{text}");
    }
    let expanded = dynblock::expand(&body, &ctx);
    if let Some(json) = decode_to_json(&expanded, spec, &ctx).filter(|_| diags.is_empty()) {
        let value = decode(&expanded, spec, &ctx, &mut Diagnostics::new());
        assert_eq!(to_present_json(&value).as_ref(), Ok(&json), "{text}");
    }
    value
}

/// Returns the value of an input by a spec file as JSON, or the errors, one on each line.
fn json(spec: &str, text: &str) -> String {
    let mut diags = Diagnostics::new();
    let value = value(spec, text, &mut diags);
    diags.sort();
    value.and_then(|value| to_plain_json(&value).ok()).unwrap_or_else(|| diags.to_string())
}
