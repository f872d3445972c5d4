//! The known names of a module that another program runs.

use super::assign::GivenValues;
use super::{Inputs, Missing, Variable, Variables, definitions, value_of};
use crate::body::Body;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::limits::Limits;
use crate::source::Place;

/// A variable with the location of its value.
#[derive(Clone, Debug)]
pub struct ValuePlace {
    /// The name of the variable.
    pub name: Str,
    /// The location of the value that is given to the variable, or of its default; `None` if it has neither.
    pub place: Option<Place>,
    /// `true` if the value is the default.
    pub is_default: bool,
}

/// Returns the locations of the values of the variables that a body declares. Evaluates and reports nothing.
pub fn value_places(body: &Body, inputs: &Inputs, limits: &Limits) -> Vec<ValuePlace> {
    let variables = Variables::names_of(body, inputs.dialect);
    let given = variables.given(inputs, limits, &mut Diagnostics::new());
    let place = |(variable, given): (&Variable, GivenValues)| {
        let is_default = given.value.is_none();
        let place = match given.value {
            Some(given) => Some(given.place()),
            None => variable.default_place.clone(),
        };
        ValuePlace { name: variable.name.clone(), place, is_default }
    };
    variables.iter().zip(given).map(place).collect_vec()
}

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
