//! Decoding of bodies.

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::ext::dynblock;
use hcldyn::spec::{Spec, decode, expand_variables, source_place, variables};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, parse_body};

use crate::context;
use crate::random_spec::{SPEC_BYTES, random_spec};
use crate::report::check_report;

/// Decodes a file by a spec, in a context of known values and in one with unknown values.
pub fn decoding(bytes: &[u8]) {
    with_spec(bytes, parse_body);
}

/// Decodes a file in the JSON syntax.
pub fn json_syntax(bytes: &[u8]) {
    with_spec(bytes, parse_json_body);
}

fn with_spec(bytes: &[u8], parse: fn(&Source, &mut Diagnostics) -> Body) {
    let Some((chosen, text)) = bytes.split_at_checked(SPEC_BYTES) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let spec = random_spec(chosen);
    let mut diags = Diagnostics::new();
    let body = parse(&Source::new("fuzz", text), &mut diags);
    check_report(&diags);

    for ctx in [context::known(), context::half_known()] {
        decode_both_ways(&body, &spec, &ctx);
    }
    assert!(expand_variables(&body, &spec).len() <= variables(&body, &spec).len());
    source_place(&body, &spec);
}

fn decode_both_ways(body: &Body, spec: &Spec, ctx: &EvalContext) {
    for body in [body, &dynblock::expand(body, ctx)] {
        let mut diags = Diagnostics::new();
        let value = decode(body, spec, ctx, &mut diags);
        check_report(&diags);
        if !diags.has_errors() && spec.check().is_ok() {
            conforms(&value, spec);
        }
    }
}

/// Checks that the value has the type that the spec implies, if the spec does not contradict itself.
fn conforms(value: &Value, spec: &Spec) {
    let implied = spec.implied_type();
    let converted = hcldyn::cty::convert::convert(value.clone(), &implied);
    assert!(converted.is_ok(), "{} does not convert to {implied}", value.ty());
}
