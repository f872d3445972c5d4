//! References to variables as JSON, in the form of the reference's `hcldec --var-refs`.

use hcldyn::cli::json::JsonRange;
use hcldyn::cty::json::to_json;
use hcldyn::cty::{Step, Value};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Traversal, parse_expression};
use serde::Serialize;
use serde_json::value::RawValue;

/// One reference.
#[derive(Debug, Serialize)]
pub(crate) struct VariableReference {
    root_name: String,
    /// The value, if the context has one that JSON can hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    steps: Vec<ReferenceStep>,
    range: JsonRange,
}

/// The variable itself, or a step into it.
#[derive(Debug, Serialize)]
struct ReferenceStep {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Box<RawValue>>,
    range: JsonRange,
}

impl VariableReference {
    pub(crate) fn new(traversal: &Traversal, ctx: &EvalContext) -> Self {
        let mut places = traversal.part_places();
        let root = places.next().map(|place| ReferenceStep {
            kind: "root",
            name: Some(traversal.root().to_owned()),
            key: None,
            range: JsonRange::new(&place),
        });
        let steps = traversal.steps().iter().zip(places);
        let steps = steps.map(|(step, place)| ReferenceStep::new(step, JsonRange::new(&place)));
        Self {
            root_name: traversal.root().to_owned(),
            value: value(traversal, ctx).as_ref().and_then(raw),
            steps: root.into_iter().chain(steps).collect(),
            range: JsonRange::new(traversal.place()),
        }
    }
}

impl ReferenceStep {
    fn new(step: &Step, range: JsonRange) -> Self {
        match step {
            Step::Attr(name) => {
                Self { kind: "attr", name: Some(name.to_string()), key: None, range }
            }
            Step::Index(key) => Self { kind: "index", name: None, key: raw(key), range },
        }
    }
}

/// Returns the value of a reference.
fn value(traversal: &Traversal, ctx: &EvalContext) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("<reference>", traversal.to_string()), &mut diags)?;
    let value = expr.value(ctx, &mut diags);
    (!diags.has_errors()).then_some(value)
}

fn raw(value: &Value) -> Option<Box<RawValue>> {
    RawValue::from_string(to_json(value, &value.ty()).ok()?).ok()
}
