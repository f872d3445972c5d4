//! Bodies decoded by specs of every kind, with and without `dynamic` blocks, compared with the reference.

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::dynblock;
use hcldyn::spec::decode;
use hcldyn::syntax::{Place, Source, Span};
use hcldyn::{Diagnostics, EvalContext, parse_body};
use hcldyn_tests::specs::{Dynamic, spec_from_notation};
use hcldyn_tests::vectors::{
    cases, read, same, type_from_notation, value_from_notation, values_from_notation,
};
use serde_json::Value as Json;

const NOT_MISSING: &str = "a block that is wrong is not reported as missing besides";

/// Deliberate differences from the reference: the case and the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("plain: a list of blocks with too many", AT_HEADER),
    ("plain: a set of blocks with too many", AT_HEADER),
    ("plain: a list of blocks of types that do not unify", AT_HEADER),
    ("a tuple of blocks with more than the maximum", AT_HEADER),
    ("static errors and dynamic errors together", AT_HEADER),
    ("plain: a label on a block without labels", NOT_MISSING),
    ("plain: a block of attributes with a label", NOT_MISSING),
    ("a required single block with a null for_each", NOT_MISSING),
    (
        "labels is a for expression",
        "the error covers the whole expression, which is what to change",
    ),
    (
        "labels is checked for an empty collection too",
        "the error covers the whole expression, with its quotes",
    ),
    (
        "a nested dynamic inside a marked one",
        "whatever stands inside a block generated from a marked collection is marked",
    ),
    (
        "defect: a static block inside a marked single block",
        "whatever stands inside a block generated from a marked collection is marked",
    ),
    (
        "defect: an empty map of blocks of two labels",
        "the element type of an empty map is that of the other maps: a map itself",
    ),
    (
        "defect: an empty list of blocks with an optional attribute in its type",
        "a value's type has no optional attributes",
    ),
    ("defect: unknown marked for_each", "an unknown collection keeps its marks"),
    (
        "defect: a required block missing in content of an unknown for_each",
        "what is missing in the content is reported there, not at the start of the file",
    ),
    (
        "defect: attributes of a block of attributes see no iterator",
        "every attribute of a generated block sees the iterator",
    ),
    (
        "attributes that cannot be converted",
        "an element of the wrong type and an object without an attribute are reported themselves",
    ),
    (
        "plain: attributes that cannot be converted",
        "an element of the wrong type and an object without an attribute are reported themselves",
    ),
    ("defect: a refined value that is not so", NOT_SO),
    ("defect: a refined value that is missing", NOT_SO),
];

const NOT_SO: &str = "a value that is not what its spec says is reported, not a panic";

/// Deliberate differences of specs that opt in.
const DIFFERENCES_OF_SPECS: &[(&str, &str)] = &[(
    "nothing in the content is there for an empty collection",
    "what is wrong with the content is told before there is an element",
)];

/// The way in which the spec itself names the blocks that may be generated.
const OPTED_IN: &str = "opted in";

const AT_HEADER: &str = "an error about a block points at its header, not at its first byte inside";

/// The result of a case: the value, and the sorted spans of all errors without duplicates.
struct Answer {
    value: Value,
    errors: Vec<Span>,
    report: String,
}

#[test]
fn plain_bodies_decode_as_in_the_reference() {
    check(
        ("dynblock.json", "plain"),
        |case| case["expand"] == false,
        |case, body, ctx, diags| {
            let spec = spec_from_notation(&case["spec"], Dynamic::Refused);
            decode(body, &spec, ctx, diags)
        },
    );
}

#[test]
fn specs_around_others_decode_as_in_the_reference() {
    check(
        ("specs.json", "specs"),
        |_| true,
        |case, body, ctx, diags| {
            let spec = spec_from_notation(&case["spec"], Dynamic::Refused);
            decode(body, &spec, ctx, diags)
        },
    );
}

#[test]
fn specs_imply_the_same_types_as_in_the_reference() {
    for file in ["dynblock.json", "specs.json"] {
        for case in cases(&read(file), "cases", 40) {
            let spec = spec_from_notation(&case["spec"], Dynamic::Refused);
            let name = case["name"].as_str().unwrap();
            assert_eq!(spec.implied_type(), type_from_notation(&case["implied"]), "{name}");
        }
    }
}

#[test]
fn expanded_bodies_decode_as_in_the_reference() {
    check(
        ("dynblock.json", "expanded"),
        |case| case["expand"] == true,
        |case, body, ctx, diags| {
            let spec = spec_from_notation(&case["spec"], Dynamic::Refused);
            decode(&dynblock::expand(body, ctx), &spec, ctx, diags)
        },
    );
}

#[test]
fn specs_that_opt_in_decode_as_in_the_reference() {
    check(
        ("dynblock.json", OPTED_IN),
        |case| case["expand"] == true,
        |case, body, ctx, diags| {
            let spec = spec_from_notation(&case["spec"], Dynamic::Allowed);
            decode(body, &spec, ctx, diags)
        },
    );
}

fn check(
    (file, way): (&str, &str),
    wanted: impl Fn(&Json) -> bool,
    decode: impl Fn(&Json, &Body, &EvalContext, &mut Diagnostics) -> Value,
) {
    let file = read(file);
    let mut failures = Vec::new();
    for case in cases(&file, "cases", 40).iter().filter(|case| wanted(case)) {
        let name = case["name"].as_str().unwrap();
        let answer = answer(case, &decode);
        let problem = compare(case, &answer);
        let of_specs = if way == OPTED_IN { DIFFERENCES_OF_SPECS } else { &[] };
        let reason = DIFFERENCES.iter().chain(of_specs).find(|(known, _)| *known == name);
        match (problem, reason) {
            (Some(problem), None) => failures.push(format!("{way}: {name}: {problem}")),
            (None, Some(_)) => failures.push(format!("{way}: {name}: no longer a difference")),
            _ => {}
        }
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}

fn answer(
    case: &Json,
    decode: impl Fn(&Json, &Body, &EvalContext, &mut Diagnostics) -> Value,
) -> Answer {
    let source = Source::new("case.hcl", case["body"].as_str().unwrap());
    let mut ctx = EvalContext::new();
    for (name, value) in values_from_notation(&case["variables"]) {
        ctx.set_variable(name, value);
    }
    let mut diags = Diagnostics::new();
    let body = parse_body(&source, &mut diags);
    let value = decode(case, &body, &ctx, &mut diags);
    let places = diags.iter().filter_map(Diagnostic::place);
    let mut errors: Vec<_> = places.map(Place::span).collect();
    errors.sort();
    errors.dedup();
    Answer { value, errors, report: diags.to_string() }
}

fn compare(case: &Json, answer: &Answer) -> Option<String> {
    let offset = |node: &Json| node.as_u64().unwrap() as u32;
    let errors = case["errors"].as_array().unwrap().iter();
    let errors: Vec<_> =
        errors.map(|place| Span::new(offset(&place["start"]), offset(&place["end"]))).collect();
    let report = &answer.report;
    if errors != answer.errors {
        return Some(format!("errors at {:?}, not at {errors:?}:\n{report}", answer.errors));
    }
    let value = value_from_notation(&case["value"])?;
    let given = &answer.value;
    (!same(given, &value)).then(|| format!("gives {given:?}, not {value:?}\n{report}"))
}
