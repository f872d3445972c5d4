//! Configurations in JSON syntax with the JSON Schemas of their specs, and hcldyn's verdict on each. The script
//! `tests/schema/validate` compares it with those of validators.

mod plan;
mod random_specs;
mod recorded;
mod written;

use hcldyn::cty::json::from_plain_json;
use hcldyn::docs::json_schema;
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext};
use serde_json::json;

pub use self::random_specs::random;
pub use self::recorded::recorded;

/// Configurations with one schema.
#[derive(Debug)]
pub struct Group {
    /// The text of the schema.
    pub schema: String,
    /// The configurations.
    pub pairs: Vec<Pair>,
}

/// A configuration with the verdict of hcldyn.
#[derive(Debug)]
pub struct Pair {
    /// The source text.
    pub text: String,
    /// The codes of the errors.
    pub codes: Vec<String>,
    /// The kind of the configuration, for counts.
    pub kind: String,
}

impl Group {
    fn of_spec(spec: &Spec) -> Self {
        Self { schema: json_schema::of_configuration(&spec.outline()), pairs: Vec::new() }
    }

    /// Returns the group as lines of JSON, the schema first.
    pub fn lines(&self) -> String {
        // Line breaks in JSON are only between tokens.
        let on_one_line = |text: &str| text.replace(['\n', '\r'], " ");
        let mut lines = format!("{{\"schema\": {}}}\n", on_one_line(&self.schema));
        for Pair { text, codes, kind } in &self.pairs {
            let (text, codes, kind) = (on_one_line(text), json!(codes), json!(kind));
            lines.push_str(&format!(
                "{{\"kind\": {kind}, \"errors\": {codes}, \"instance\": {text}}}\n"
            ));
        }
        lines
    }
}

/// Returns a configuration's decoded value with its schema, if the value can be written as JSON.
fn decoded(text: &str, spec: &Spec, ctx: &EvalContext) -> Option<Group> {
    let body = parse_json_body(&Source::new("case.json", text), &mut Diagnostics::new());
    let value = decode(&body, spec, ctx, &mut Diagnostics::new());
    let text = hcldyn::cty::json::to_present_json(&value).ok()?;
    let pairs = vec![Pair { text, codes: Vec::new(), kind: "decoded: valid".to_owned() }];
    Some(Group { schema: json_schema::of_value(spec), pairs })
}

/// Decodes a configuration and returns the codes of the errors. Returns `None` for text that other readers of JSON read
/// in another way: invalid JSON, and properties that repeat.
fn errors(text: &str, spec: &Spec, ctx: &EvalContext) -> Option<Vec<String>> {
    from_plain_json(text).ok()?;
    let mut diags = Diagnostics::new();
    let body = parse_json_body(&Source::new("case.json", text), &mut diags);
    decode(&body, spec, ctx, &mut diags);
    let errors = diags.iter().filter(|diag| diag.severity == hcldyn::diag::Severity::Error);
    Some(errors.map(|diag| diag.code.to_string()).collect())
}
