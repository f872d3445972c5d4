//! Short functions from source text to values. They fail the test on an unexpected error.

#![allow(clippy::unwrap_used, reason = "a text that cannot be read fails the test")]

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style};
use hcldyn::spec::{self, Spec};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, Expression, parse_body};

/// Parses an expression without errors.
pub fn parse(text: &str) -> Expression {
    let mut diags = Diagnostics::new();
    let expr = hcldyn::parse_expression(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    expr.unwrap()
}

/// Parses a body without errors.
pub fn body(text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    body
}

/// Evaluates an expression without errors.
pub fn value(text: &str, ctx: &EvalContext) -> Value {
    let mut diags = Diagnostics::new();
    let value = parse(text).value(ctx, &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    value
}

/// Evaluates an expression and returns its diagnostics, one on each line.
pub fn problems(text: &str, ctx: &EvalContext) -> String {
    let mut diags = Diagnostics::new();
    parse(text).value(ctx, &mut diags);
    diags.to_string()
}

/// Decodes a body by a spec and returns the value and the diagnostics.
pub fn decode(text: &str, spec: impl Into<Spec>, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let value = spec::decode(&body(text), &spec.into(), ctx, &mut diags);
    (value, diags.to_string())
}

/// Parses a source in JSON or native syntax.
pub fn parse_source(source: &Source, is_json: bool, diags: &mut Diagnostics) -> Body {
    if is_json { parse_json_body(source, diags) } else { parse_body(source, diags) }
}

/// Returns the report of the diagnostics about a source, or a line that there are none.
pub fn report(text: &str, diags: &Diagnostics) -> String {
    if diags.is_empty() {
        format!("{text}\nis no mistake")
    } else {
        Report::new(diags).style(Style::Plain).to_string()
    }
}
