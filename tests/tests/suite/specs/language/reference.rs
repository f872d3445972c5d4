//! Spec files and inputs, compared with the command of the reference.

use hcldyn::Diagnostics;
use hcldyn::cty::json::to_plain_json;
use hcldyn_tests::vectors;
use serde_json::Value as Json;

/// Cases in which hcldyn deliberately differs, with its answer.
const DIFFERENCES: [(&str, &str); 2] = [
    // In the reference, the result is null.
    ("a transformation without a result", "spec.hcl:1:11: error: Missing attribute;"),
    // In the reference, the value is converted to each of them.
    ("attributes of other names", "spec.hcl:6:3: error: Contradiction in spec;"),
];

#[test]
fn values_equal_those_of_the_reference() {
    let file = vectors::read("hcldec.json");
    let mut wrong = Vec::new();
    for case in vectors::cases(&file, "cases", 75) {
        let text = |part: &str| case[part].as_str().unwrap_or_default();
        let mut diags = Diagnostics::new();
        let value = super::value(text("spec"), text("input"), &mut diags);
        let json = value.map(|value| to_plain_json(&value).unwrap());
        let found: Option<Json> = json.map(|json| serde_json::from_str(&json).unwrap());
        let expected = case.get("refuses").is_none().then(|| case["value"].clone());
        let difference = DIFFERENCES.iter().find(|(name, _)| *name == text("name"));
        let is_right = match difference {
            Some((_, message)) => found != expected && diags.to_string().starts_with(message),
            None => found == expected && (found.is_some() || refuses(text("refuses"), &diags)),
        };
        if !is_right {
            wrong.push(format!("{}: {found:?}, not {expected:?}\n{diags}", text("name")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns `true` if a diagnostic is about a file.
fn refuses(file: &str, diags: &Diagnostics) -> bool {
    diags.iter().any(|problem| problem.subject.to_string().starts_with(file))
}
