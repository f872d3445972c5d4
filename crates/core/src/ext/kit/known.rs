//! The known names of a module that another program runs.

use super::{Inputs, Missing, Variables, definitions, value_of};
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;

/// Evaluates the variables and local values of a module that another program runs, as far as they are known, and returns a
/// context with them. Reports invalid values for variables. A variable whose declaration is invalid, and a local value that
/// can't be evaluated, are unknown: the program may know more arguments, functions and names. Their errors are returned.
pub fn known_names(
    body: &Body,
    inputs: &Inputs,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> (EvalContext, Diagnostics) {
    let inputs = inputs.clone().missing(Missing::Unknown);
    let variables = Variables::of_module(body, diags);
    let var = variables.assign(&inputs, ctx, diags);
    let mut unreported = diags.another_with_secrets();
    let graph = definitions().graph(body, &mut unreported);
    let values = graph.evaluate(ctx, &mut unreported, |node, ctx, diags| {
        let is_output = node.block_type() == Some("output");
        let value = (!is_output).then(|| value_of(node, &var, ctx, diags)).flatten();
        value.unwrap_or_else(Value::dynamic)
    });
    (values.context_of_all(), unreported)
}
