//! `hcldyn eval`, and values as text for all commands that print them.

use hcldyn::source::Place;
use hcldyn::source::Source;
use hcldyn::syntax::native::to_hcl_within;
use hcldyn::{Diagnostics, EvalContext, Value, parse_expression};

use crate::diags;

/// The maximum length of the text of a value, in bytes.
pub(crate) const MAX_BYTES: usize = 16 << 20;

/// Returns the value of an expression, as HCL.
pub(crate) fn eval(text: &str, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<String> {
    let expr = parse_expression(&Source::new("<expression>", text), diags)?;
    let value = expr.value(ctx, diags);
    printed(&value, expr.place(), diags)
}

/// Returns a value as lines of HCL. A text that is too long is reported at the expression.
pub(crate) fn printed(value: &Value, expr: Place, diags: &mut Diagnostics) -> Option<String> {
    let text = to_hcl_within(value, MAX_BYTES);
    if text.is_none() {
        diags.push(diags::too_long_to_print(expr, MAX_BYTES));
    }
    text.map(|text| text + "\n")
}
