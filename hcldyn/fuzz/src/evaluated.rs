//! Evaluation of expressions.

use hcldyn::cty::Value;
use hcldyn::syntax::{Source, parse_template};
use hcldyn::{Diagnostics, EvalContext, Expression, parse_expression};

use crate::context;
use crate::report::check_report;

/// Evaluates the input as an expression and as a template, and analyzes it statically.
pub fn expressions(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut diags = Diagnostics::new();
    let ctx = context::known();
    if let Some(template) = parse_template(&Source::new("fuzz", text), &mut diags) {
        evaluate(&template, &ctx);
    }
    if let Some(expr) = parse_expression(&Source::new("fuzz", text), &mut diags) {
        look_at(&expr);
        if let Some(value) = evaluate(&expr, &ctx) {
            reads_back(&value, &ctx);
        }
    }
    check_report(&diags);
}

/// Evaluates the input twice, first with half of the variables unknown. If the first value is wholly known, the
/// second one must be equal.
pub fn evaluation(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(expr) = parse_expression(&Source::new("fuzz", text), &mut Diagnostics::new()) else {
        return;
    };
    // `try` and `can` depend on errors, which can differ while something is unknown.
    if ["try", "can"].iter().any(|name| text.contains(name)) {
        return;
    }
    let before = evaluate(&expr, &context::half_known());
    let after = evaluate(&expr, &context::known());
    if let (Some(before), Some(after)) = (before, after)
        && before.is_wholly_known()
    {
        assert_eq!(before.unmark_deep().0, after.unmark_deep().0, "what was known has changed");
    }
}

fn look_at(expr: &Expression) {
    expr.variables();
    expr.as_traversal();
    expr.as_keyword();
    expr.as_list();
    expr.as_map();
    expr.as_call();
    hcldyn::ext::typeexpr::type_constraint_with_defaults(expr, &mut Diagnostics::new());
}

fn evaluate(expr: &Expression, ctx: &EvalContext) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let value = expr.value(ctx, &mut diags);
    check_report(&diags);
    (!diags.has_errors()).then_some(value)
}

/// Checks that the written form of a value evaluates to the value.
fn reads_back(value: &Value, ctx: &EvalContext) {
    const SHORT: usize = 10_000;
    if !value.is_wholly_known() || value.contains_marked() {
        return;
    }
    let Some(written) = hcldyn::syntax::to_hcl_within(value, SHORT) else { return };
    // A value without a form in the language, such as infinity, is written in parentheses.
    if written.contains('(') {
        return;
    }
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("written", &written), &mut diags);
    let expr = expr.unwrap_or_else(|| panic!("{written} is not read: {diags}"));
    assert!(evaluate(&expr, ctx).is_some(), "{written} has no value");
}
