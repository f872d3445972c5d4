//! Specs that are written as spec files and read again.

use hcldyn::edit::convert;
use hcldyn::spec::Spec;
use hcldyn::spec::language::{self, SpecLoss};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions};

use crate::text::parse_source;

/// Writes a spec in native and in JSON syntax, and reads both. Returns the parts that the file lacks.
///
/// # Errors
///
/// Returns the first difference between the spec and one that is read.
pub fn round_trip(spec: &Spec) -> Result<Vec<SpecLoss>, String> {
    let written = language::write(spec);
    let text = &written.text;
    if hcldyn::syntax::format::format(text) != *text {
        return Err(format!("not formatted:\n{text}"));
    }
    let mut diags = Diagnostics::new();
    let json = convert::to_json(&Source::new("spec.hcl", text.as_str()), &mut diags);
    let Some(json) = json else { return Err(format!("{diags}\n{text}")) };
    for (source, is_json) in [(text, false), (&json, true)] {
        let spec_again = read(source, is_json)?;
        let again = language::write(&spec_again);
        if again.text != *text {
            return Err(format!("read from\n{source}\nand written again:\n{}", again.text));
        }
        // Values that contain themselves have an identity, which a file can't keep.
        let is_comparable = written.losses.is_empty() && !text.contains("\nvalue \"");
        if is_comparable && spec_again.outline() != spec.outline() {
            return Err(format!(
                "outline {:#?}\nis now {:#?}",
                spec.outline(),
                spec_again.outline()
            ));
        }
        // A program that is compared with its own recorded file has no changes.
        let changes = spec_again.outline().changes(&read(source, is_json)?.outline());
        if let Some(change) = changes.first() {
            return Err(format!("changed without a reason: {change:?}\n{text}"));
        }
        if let Some(loss) = again.losses.first() {
            return Err(format!("lost in the second file: {loss}\n{text}"));
        }
    }
    Ok(written.losses)
}

/// Reads a spec file.
///
/// # Errors
///
/// Returns its errors and warnings.
pub fn read(text: &str, is_json: bool) -> Result<Spec, String> {
    let mut diags = Diagnostics::new();
    let body = parse_source(&Source::new("spec.hcl", text), is_json, &mut diags);
    let ctx = EvalContext::new().with_functions(functions::all());
    match language::read(&body, &ctx, &mut diags) {
        Some(file) if diags.is_empty() => Ok(file.spec),
        _ => Err(format!("{diags}\n{text}")),
    }
}
