//! Values and sources that are written again.

use hcldyn::Diagnostics;
use hcldyn::cty::Value;
use hcldyn::edit::Document;
use hcldyn::edit::convert::{to_json, to_native};
use hcldyn::spec::{Spec, encode};
use hcldyn::syntax::Source;

use super::outputs::Outputs;
use super::secret::Scope;

/// Encodes a decoded value by its spec. Sensitive values must be rejected.
pub(super) fn encode_value(value: &Value, spec: &Spec, scope: Scope, outputs: &mut Outputs) {
    match encode(value, spec) {
        Ok(text) => drop(outputs.add("encode: source", scope, text)),
        Err(error) => {
            outputs.add("encode: messages", scope, error.to_string());
            outputs.debug("encode: Debug of the error", scope, &error);
        }
    }
}

/// Converts a source between the syntaxes, and parses it as a document.
pub(super) fn rewrite(source: &Source, is_json: bool, spec: &Spec, outputs: &mut Outputs) {
    let mut diags = Diagnostics::new();
    spec.hide_sensitive(&mut diags);
    if is_json {
        to_native(source, Some(spec), &mut diags);
    } else {
        to_json(source, &mut diags);
    }
    outputs.diags("convert", Scope::All, &diags);
    if let Err(diags) = Document::parse(source) {
        // A document does not know which attributes are sensitive.
        outputs.diags("edit", Scope::Variables, &diags);
    }
}
