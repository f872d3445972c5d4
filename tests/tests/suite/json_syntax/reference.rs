//! JSON bodies decoded by specs, compared with the reference: `tests/vectors/json_bodies.json`.

use std::collections::BTreeSet;

use hcldyn::cty::Value;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::dynblock;
use hcldyn::spec::decode;
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::specs::{Dynamic, spec_from_notation};
use hcldyn_tests::vectors::{cases, read, same, value_from_notation, values_from_notation};
use serde_json::Value as Json;

/// Deliberate differences from the reference: the case and the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("plain: a body of objects in an array in an array", ONCE),
    ("plain: labels in null", ONCE),
    ("plain: a template with an unknown variable", "what failed has no type"),
    ("plain: two blocks where one may be", AT_BLOCK),
    ("plain: a label with several blocks", AT_BLOCK),
    ("plain: a label twice", AT_BLOCK),
    ("a dynamic block with two contents", AT_BLOCK),
];

const ONCE: &str = "one mistake is one error, and what is left out is not missing";
const AT_BLOCK: &str = "an error about a block points at its label, or at it in an array";

#[test]
fn json_bodies_decode_as_in_the_reference() {
    let file = read("json_bodies.json");
    check(
        &file,
        |_| true,
        |case, body, ctx, diags| {
            let spec = spec_from_notation(&case["spec"], Dynamic::Refused);
            if case["expand"] == true {
                decode(&dynblock::expand(body, ctx), &spec, ctx, diags)
            } else {
                decode(body, &spec, ctx, diags)
            }
        },
    );
}

#[test]
fn json_bodies_decode_alike_by_specs_that_opt_in() {
    let file = read("json_bodies.json");
    check(
        &file,
        |case| case["expand"] == true,
        |case, body, ctx, diags| {
            decode(body, &spec_from_notation(&case["spec"], Dynamic::Allowed), ctx, diags)
        },
    );
}

fn check(
    file: &Json,
    wanted: impl Fn(&Json) -> bool,
    decode: impl Fn(&Json, &hcldyn::body::Body, &EvalContext, &mut Diagnostics) -> Value,
) {
    let mut wrong = Vec::new();
    for case in cases(file, "cases", 100).iter().filter(|case| wanted(case)) {
        let name = case["name"].as_str().unwrap();
        let is_known = DIFFERENCES.iter().any(|(known, _)| *known == name);
        match (difference(case, &decode), is_known) {
            (Some(difference), false) => wrong.push(format!("{name}: {difference}")),
            (None, true) => wrong.push(format!("{name}: no longer a difference")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Describes the difference, if there is one. Only the starts of errors are compared, since ours extend to
/// the end of the invalid part.
fn difference(
    case: &Json,
    decode: impl Fn(&Json, &hcldyn::body::Body, &EvalContext, &mut Diagnostics) -> Value,
) -> Option<String> {
    let mut ctx = EvalContext::new();
    for (name, value) in values_from_notation(&case["variables"]) {
        ctx.set_variable(name, value);
    }
    let mut diags = Diagnostics::new();
    let source = Source::new("case.json", case["body"].as_str().unwrap());
    let body = parse_json_body(&source, &mut diags);
    let value = decode(case, &body, &ctx, &mut diags);
    let starts = diags.iter().filter_map(Diagnostic::place).map(|place| place.span().start);
    let starts: BTreeSet<_> = starts.map(u64::from).collect();
    let wanted = case["errors"].as_array().unwrap().iter();
    let wanted: BTreeSet<_> = wanted.filter_map(|place| place["start"].as_u64()).collect();
    if starts != wanted {
        return Some(format!("errors at {starts:?}, not at {wanted:?}:\n{diags}"));
    }
    let expected = value_from_notation(&case["value"])?;
    (!same(&value, &expected)).then(|| format!("gives {value:?}, not {expected:?}\n{diags}"))
}
