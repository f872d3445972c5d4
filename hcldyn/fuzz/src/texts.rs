//! Parsing of files and spec files.

use hcldyn::ext::dynblock::{walk_expand_variables, walk_variables};
use hcldyn::spec::language;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use crate::context;
use crate::native;
use crate::report::check_report;

/// Parses a file, checks its tokens and events, and visits its body.
pub fn syntax(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        native::check(text);
    }
    let mut diags = Diagnostics::new();
    let name = "fuzz.hcl".to_owned();
    let Some(source) = hcldyn::syntax::source_from_bytes(name, bytes.to_vec(), &mut diags) else {
        return check_report(&diags);
    };
    let body = parse_body(&source, &mut diags);
    for attribute in body.just_attributes(&mut diags) {
        let place = attribute.place();
        assert!(place.text().contains(attribute.expr.text()));
        assert!(attribute.expr.variables().len() <= source.text().len());
    }
    walk_variables(&body).visit_attributes();
    walk_expand_variables(&body).visit_attributes();
    check_report(&diags);
}

/// Reads a spec file and checks its spec.
pub fn spec_language(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("fuzz.hcldec", text), &mut diags);
    if let Some(file) = language::read(&body, &context::known(), &mut diags) {
        if !diags.has_errors() {
            assert!(file.spec.check().is_ok(), "a spec file without errors holds a wrong spec");
        }
        file.spec.implied_type();
    }
    check_report(&diags);
}
