//! The variables and functions that expressions may use.

use std::path::Path;

use hcldyn::ext::{can_fn, try_fn};
use hcldyn::{Diagnostics, EvalContext, functions, parse_body};

use crate::input;

/// All functions, and the variables that a file of attributes sets. Their expressions may use the
/// functions, but no variables.
pub(crate) fn context(file: Option<&Path>, diags: &mut Diagnostics) -> Option<EvalContext> {
    let functions = EvalContext::new()
        .with_functions(functions::all())
        .with_function("try", try_fn())
        .with_function("can", can_fn());
    let Some(file) = file else { return Some(functions) };
    let source = input::read(file, diags)?;
    let mut ctx = functions.child();
    for attribute in parse_body(&source, diags).just_attributes(diags) {
        ctx.set_variable(attribute.name, attribute.expr.value(&functions, diags));
    }
    (!diags.has_errors()).then_some(ctx)
}
