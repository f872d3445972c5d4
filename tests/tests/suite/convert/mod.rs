//! Sources in native syntax as JSON syntax, and the reverse.

mod laws;
mod sources;

use hcldyn::edit::convert::{to_json, to_native};
use hcldyn::spec::Spec;
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, parse_body};

/// Returns a source in native syntax as JSON syntax.
#[track_caller]
fn json(text: &str) -> String {
    let mut diags = Diagnostics::new();
    let json = to_json(&Source::new("t.hcl", text), &mut diags);
    json.unwrap_or_else(|| panic!("{text}\n{diags}"))
}

/// Returns a source in JSON syntax as native syntax.
#[track_caller]
fn native(text: &str, spec: Option<&Spec>) -> String {
    let mut diags = Diagnostics::new();
    let native = to_native(&Source::new("t.json", text), spec, &mut diags);
    native.unwrap_or_else(|| panic!("{text}\n{diags}"))
}

/// Returns the body of a source in either syntax.
#[track_caller]
fn body(name: &str, text: &str) -> hcldyn::body::Body {
    let (source, mut diags) = (Source::new(name, text), Diagnostics::new());
    let parse = if name.ends_with(".json") { parse_json_body } else { parse_body };
    let body = parse(&source, &mut diags);
    assert!(!diags.has_errors(), "{text}\n{diags}");
    body
}
