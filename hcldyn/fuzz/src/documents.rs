//! The documents that are made of a spec: samples, JSON Schemas, reference pages and spec files.

use hcldyn::docs::sample::Sample;
use hcldyn::docs::{Reference, json_schema};
use hcldyn::spec::outline::Outline;
use hcldyn::spec::{Spec, language};
use hcldyn::syntax::Source;
use hcldyn::syntax::format::format;
use hcldyn::{Diagnostics, parse_body};

use crate::context;
use crate::random_spec::{SPEC_BYTES, random_spec};

/// Makes all documents of the spec in a spec file, or of one that the first bytes choose. Samples, schemas and spec files
/// must be valid, and spec files are read again.
pub fn documents(bytes: &[u8]) {
    let Some((chosen, text)) = bytes.split_at_checked(SPEC_BYTES) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let spec = read(text).unwrap_or_else(|_| random_spec(chosen));
    if spec.check().is_err() {
        return;
    }
    let outline = spec.outline();
    samples(&outline);
    schemas(&spec, &outline);
    pages(outline);
    spec_file(&spec);
}

/// Reads a spec file, or returns its errors.
fn read(text: &str) -> Result<Spec, Diagnostics> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("fuzz.hcldec", text), &mut diags);
    match language::read(&body, &context::known(), &mut diags) {
        Some(file) if !diags.has_errors() => Ok(file.spec),
        _ => Err(diags),
    }
}

fn samples(outline: &Outline) {
    let sample = || Sample::new(outline);
    for sample in [sample(), sample().required_only(), sample().without_docs()] {
        let text = sample.text();
        let mut diags = Diagnostics::new();
        parse_body(&Source::new("sample.hcl", text.as_str()), &mut diags);
        assert!(!diags.has_errors(), "{diags}\n{text}");
        assert_eq!(format(&text), text, "a sample that is not in the canonical layout");
    }
}

fn schemas(spec: &Spec, outline: &Outline) {
    for schema in [json_schema::of_configuration(outline), json_schema::of_value(spec)] {
        let json = serde_json::from_str::<serde_json::Value>(&schema);
        assert!(json.is_ok_and(|json| json.is_object()), "{schema}");
    }
}

fn pages(outline: Outline) {
    let reference = Reference::new(outline);
    for page in [reference.html(), reference.markdown(), reference.man()] {
        assert!(page.ends_with('\n'), "a page whose last line has no end");
    }
}

fn spec_file(spec: &Spec) {
    let file = language::write(spec);
    let again = read(&file.text).unwrap_or_else(|diags| panic!("{diags}\n{}", file.text));
    assert_eq!(language::write(&again).text, file.text);
}
