//! Spec files, which are read at run time.

mod docs;
mod extensions;
mod mistakes;
mod named_specs;
mod open_bodies;
mod real_formats;
mod reference;
mod values;
mod written;

use hcldyn::cty::Value;
use hcldyn::cty::json::to_plain_json;
use hcldyn::spec::decode;
use hcldyn::spec::language::{self, SpecFile};
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

/// Returns the value of an input by a spec file, if both are valid.
fn value(spec: &str, text: &str, diags: &mut Diagnostics) -> Option<Value> {
    let file = read(spec, diags)?;
    let body = parse_body(&Source::new("input.hcl", text), diags);
    let value = decode(&body, &file.spec, &file.context(), diags);
    (!diags.has_errors()).then_some(value)
}

/// Returns the value of an input by a spec file as JSON, or the errors, one on each line.
fn json(spec: &str, text: &str) -> String {
    let mut diags = Diagnostics::new();
    let value = value(spec, text, &mut diags);
    diags.sort();
    value.and_then(|value| to_plain_json(&value).ok()).unwrap_or_else(|| diags.to_string())
}
