//! Spec files of tests: reading, writing and decoding by them.

use hcldyn::cty::Value;
use hcldyn::spec::{Spec, decode, language};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// Reads a spec file without errors or warnings.
pub(crate) fn read(text: &str) -> Spec {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("spec.hcl", text), &mut diags);
    let file = language::read(&body, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    file.unwrap().spec
}

/// Reads a spec file, and returns it as the library writes it, without losses.
pub(crate) fn rewritten(text: &str) -> String {
    let written = language::write(&read(text));
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    written.text
}

/// Decodes a source without errors or warnings.
pub(crate) fn decoded(text: &str, spec: &Spec) -> Value {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    let value = decode(&body, spec, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    value
}
