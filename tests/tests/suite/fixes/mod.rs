//! Fixes: each one removes its mistake, adds no other one, and changes nothing else.

mod forms;
mod json;
mod kept;
mod names;
mod syntax;
mod values;

use hcldyn::cty::Value;
use hcldyn::diag::{Applicability, apply_fixes};
use hcldyn::spec::{Spec, decode, language};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, functions};

/// Returns a spec from the text of a spec file.
fn spec(text: &str) -> Spec {
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&Source::new("spec.hcl", text), &mut diags);
    let file = language::read(&body, &EvalContext::new(), &mut diags);
    file.unwrap_or_else(|| panic!("{diags}")).spec
}

/// Decodes a file with the functions `upper` and `length` and the variables `region` and `servers`.
fn decoded(name: &str, text: &str, spec: &Spec) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let servers = Value::object([("port", Value::from(80)), ("host", Value::from("a"))]);
    let ctx = EvalContext::new()
        .with_functions(functions::all())
        .with_variable("region", "west")
        .with_variable("server", servers);
    let body = parse_body_by_name(&Source::new(name, text), &mut diags);
    let value = decode(&body, spec, &ctx, &mut diags);
    (value, diags)
}

/// Checks the best fix of the only diagnostic of a file: its code, and the text after the fix, which has no diagnostics.
fn assert_fixed_in(file: &str, spec: &Spec, code: &str, wrong: &str, right: &str) -> Applicability {
    let (_, diags) = decoded(file, wrong, spec);
    let codes: Vec<_> = diags.iter().map(|diagnostic| diagnostic.code.as_ref()).collect();
    assert_eq!(codes, [code], "{wrong}\n{diags}");
    let fix = diags.iter().flat_map(|diagnostic| &diagnostic.fixes).next();
    let fix = fix.unwrap_or_else(|| panic!("{wrong}: no fix for {diags}"));
    let changed = apply_fixes([fix]);
    assert_eq!(changed.len(), 1, "{wrong}: {fix:?}");
    assert_eq!(changed[0].1, right, "{}", fix.title);
    let (_, diags) = decoded(file, right, spec);
    assert!(diags.is_empty(), "{right}: {diags}");
    fix.applicability
}

/// Checks a fix that needs no review.
fn assert_fixed(spec: &Spec, code: &str, wrong: &str, right: &str) {
    let applicability = assert_fixed_in("t.hcl", spec, code, wrong, right);
    assert_eq!(applicability, Applicability::Safe, "{wrong}");
}

/// Checks a fix that needs a review.
fn assert_fixed_perhaps(spec: &Spec, code: &str, wrong: &str, right: &str) {
    let applicability = assert_fixed_in("t.hcl", spec, code, wrong, right);
    assert_eq!(applicability, Applicability::Uncertain, "{wrong}");
}
