//! `hcldyn eval`.

use hcldyn::syntax::native::to_hcl;
use hcldyn::{Diagnostics, EvalContext, parse_expression};

/// The value of an expression, as HCL.
pub(crate) fn eval(text: &str, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<String> {
    let expr = parse_expression("<expression>", text, diags)?;
    let value = expr.value(ctx, diags);
    Some(to_hcl(&value) + "\n")
}
